-- Pays out, and a penalty if both accounts together do not have it.
DECLARE
  v_customer varchar(16383);
  v_checking bigint;
  v_savings bigint;
  v_cost bigint;
BEGIN
  SELECT convert_from(custid, 'UTF8') INTO v_customer
    FROM account WHERE ycsb_key = p_name;
  IF v_customer IS NULL THEN
    RAISE EXCEPTION 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_checking
    FROM checking WHERE ycsb_key = v_customer;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_savings
    FROM savings WHERE ycsb_key = v_customer;
  IF v_checking IS NULL OR v_savings IS NULL THEN
    RAISE EXCEPTION 'an account is absent: load it with the same recordcount first';
  END IF;
  v_cost := p_amount;
  IF v_savings + v_checking < p_amount THEN
    v_cost := p_amount + p_penalty;
  END IF;
  UPDATE checking
    SET balance = convert_to(CAST(v_checking - v_cost AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_customer;
  RETURN 0 - v_cost;
END
