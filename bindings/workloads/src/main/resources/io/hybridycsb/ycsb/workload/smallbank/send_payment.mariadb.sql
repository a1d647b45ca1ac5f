-- Pays another customer, if the overdraft allows it.
BEGIN
  DECLARE v_from_id TEXT CHARACTER SET utf8mb4;
  DECLARE v_to_id TEXT CHARACTER SET utf8mb4;
  DECLARE v_from BIGINT;
  DECLARE v_to BIGINT;
  SELECT custid INTO v_from_id
    FROM account WHERE ycsb_key = p_from;
  SELECT custid INTO v_to_id
    FROM account WHERE ycsb_key = p_to;
  IF v_from_id IS NULL OR v_to_id IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT balance INTO v_from
    FROM checking WHERE ycsb_key = v_from_id FOR UPDATE;
  SELECT balance INTO v_to
    FROM checking WHERE ycsb_key = v_to_id FOR UPDATE;
  IF v_from IS NULL OR v_to IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'an account is absent: load it with the same recordcount first';
  END IF;
  IF v_from - p_amount < 0 - p_overdraft THEN
    RETURN NULL;
  END IF;
  UPDATE checking
    SET balance = v_from - p_amount, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_from_id;
  UPDATE checking
    SET balance = v_to + p_amount, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_to_id;
  RETURN 0;
END
