-- Pays in.
DECLARE
  v_checking bigint;
BEGIN
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_checking
    FROM checking WHERE ycsb_key = p_customer;
  IF v_checking IS NULL THEN
    RAISE EXCEPTION 'an account is absent: load it with the same recordcount first';
  END IF;
  UPDATE checking
    SET balance = convert_to(CAST(v_checking + p_amount AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_customer;
  RETURN p_amount;
END
