-- Pays in, or out if the amount is negative and the overdraft allows it.
DECLARE
  v_customer varchar(16383);
  v_savings bigint;
BEGIN
  SELECT convert_from(custid, 'UTF8') INTO v_customer
    FROM account WHERE ycsb_key = p_name;
  IF v_customer IS NULL THEN
    RAISE EXCEPTION 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_savings
    FROM savings WHERE ycsb_key = v_customer;
  IF v_savings IS NULL THEN
    RAISE EXCEPTION 'an account is absent: load it with the same recordcount first';
  END IF;
  IF v_savings + p_amount < 0 - p_overdraft THEN
    RETURN NULL;
  END IF;
  UPDATE savings
    SET balance = convert_to(CAST(v_savings + p_amount AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_customer;
  RETURN p_amount;
END
