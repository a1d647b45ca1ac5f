-- Pays another customer, if the account has it.
BEGIN
  DECLARE v_from BIGINT;
  DECLARE v_to BIGINT;
  SELECT balance INTO v_from
    FROM checking WHERE ycsb_key = p_from FOR UPDATE;
  SELECT balance INTO v_to
    FROM checking WHERE ycsb_key = p_to FOR UPDATE;
  IF v_from IS NULL OR v_to IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'an account is absent: load it with the same recordcount first';
  END IF;
  IF v_from < p_amount THEN
    RETURN NULL;
  END IF;
  UPDATE checking
    SET balance = v_from - p_amount, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_from;
  UPDATE checking
    SET balance = v_to + p_amount, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_to;
  RETURN 0;
END
