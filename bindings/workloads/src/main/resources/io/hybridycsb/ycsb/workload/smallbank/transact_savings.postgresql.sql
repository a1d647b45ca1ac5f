-- Pays in, or out if the amount is negative and the account has it.
DECLARE
  v_savings bigint;
BEGIN
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_savings
    FROM savings WHERE ycsb_key = p_customer;
  IF v_savings IS NULL THEN
    RAISE EXCEPTION 'an account is absent: load it with the same recordcount first';
  END IF;
  IF v_savings + p_amount < 0 THEN
    RETURN NULL;
  END IF;
  UPDATE savings
    SET balance = convert_to(CAST(v_savings + p_amount AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_customer;
  RETURN p_amount;
END
