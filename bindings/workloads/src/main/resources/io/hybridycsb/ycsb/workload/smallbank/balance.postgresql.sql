-- Reads both accounts of a customer. Like all of them it returns by how much all money has changed.
DECLARE
  v_customer varchar(16383);
  v_savings bigint;
  v_checking bigint;
BEGIN
  SELECT convert_from(custid, 'UTF8') INTO v_customer
    FROM account WHERE ycsb_key = p_name;
  IF v_customer IS NULL THEN
    RAISE EXCEPTION 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_savings
    FROM savings WHERE ycsb_key = v_customer;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_checking
    FROM checking WHERE ycsb_key = v_customer;
  IF v_savings IS NULL OR v_checking IS NULL THEN
    RAISE EXCEPTION 'an account is absent: load it with the same recordcount first';
  END IF;
  RETURN 0;
END
