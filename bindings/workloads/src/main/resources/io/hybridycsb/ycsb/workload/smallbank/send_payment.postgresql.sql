-- Pays another customer, if the account has it.
DECLARE
  v_from bigint;
  v_to bigint;
BEGIN
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_from
    FROM checking WHERE ycsb_key = p_from;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_to
    FROM checking WHERE ycsb_key = p_to;
  IF v_from IS NULL OR v_to IS NULL THEN
    RAISE EXCEPTION 'an account is absent: load it with the same recordcount first';
  END IF;
  IF v_from < p_amount THEN
    RETURN NULL;
  END IF;
  UPDATE checking
    SET balance = convert_to(CAST(v_from - p_amount AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_from;
  UPDATE checking
    SET balance = convert_to(CAST(v_to + p_amount AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_to;
  RETURN 0;
END
