-- All of one customer's money goes to another's checking account.
DECLARE
  v_from_id varchar(16383);
  v_to_id varchar(16383);
  v_savings bigint;
  v_checking bigint;
  v_to bigint;
BEGIN
  SELECT convert_from(custid, 'UTF8') INTO v_from_id
    FROM account WHERE ycsb_key = p_from;
  SELECT convert_from(custid, 'UTF8') INTO v_to_id
    FROM account WHERE ycsb_key = p_to;
  IF v_from_id IS NULL OR v_to_id IS NULL THEN
    RAISE EXCEPTION 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_savings
    FROM savings WHERE ycsb_key = v_from_id;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_checking
    FROM checking WHERE ycsb_key = v_from_id;
  SELECT CAST(convert_from(balance, 'UTF8') AS bigint) INTO v_to
    FROM checking WHERE ycsb_key = v_to_id;
  IF v_savings IS NULL OR v_checking IS NULL OR v_to IS NULL THEN
    RAISE EXCEPTION 'an account is absent: load it with the same recordcount first';
  END IF;
  UPDATE savings
    SET balance = convert_to(CAST(0 AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_from_id;
  UPDATE checking
    SET balance = convert_to(CAST(0 AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_from_id;
  UPDATE checking
    SET balance = convert_to(CAST(v_to + v_savings + v_checking AS text), 'UTF8'), ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_to_id;
  RETURN 0;
END
