-- Pays another customer, if the overdraft allows it.
DECLARE
  v_from_id varchar(16383);
  v_to_id varchar(16383);
  v_from bigint;
  v_to bigint;
BEGIN
  SELECT convert_from(custid, 'UTF8') INTO v_from_id
    FROM account WHERE ycsb_key = p_from;
  SELECT convert_from(custid, 'UTF8') INTO v_to_id
    FROM account WHERE ycsb_key = p_to;
  IF v_from_id IS NULL OR v_to_id IS NULL THEN
    RAISE EXCEPTION 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_from
    FROM checking WHERE ycsb_key = v_from_id;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_to
    FROM checking WHERE ycsb_key = v_to_id;
  IF v_from IS NULL OR v_to IS NULL THEN
    RAISE EXCEPTION 'an account is absent: load it with the same recordcount first';
  END IF;
  IF v_from - p_amount < 0 - p_overdraft THEN
    RETURN NULL;
  END IF;
  UPDATE checking
    SET balance = convert_to(CAST(v_from - p_amount AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_from_id;
  UPDATE checking
    SET balance = convert_to(CAST(v_to + p_amount AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_to_id;
  RETURN 0;
END
