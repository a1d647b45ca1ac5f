-- All of one customer's money goes to another's checking account.
BEGIN
  DECLARE v_from_id TEXT CHARACTER SET utf8mb4;
  DECLARE v_to_id TEXT CHARACTER SET utf8mb4;
  DECLARE v_savings BIGINT;
  DECLARE v_checking BIGINT;
  DECLARE v_to BIGINT;
  SELECT custid INTO v_from_id
    FROM account WHERE ycsb_key = p_from;
  SELECT custid INTO v_to_id
    FROM account WHERE ycsb_key = p_to;
  IF v_from_id IS NULL OR v_to_id IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT balance INTO v_savings
    FROM savings WHERE ycsb_key = v_from_id FOR UPDATE;
  SELECT balance INTO v_checking
    FROM checking WHERE ycsb_key = v_from_id FOR UPDATE;
  SELECT balance INTO v_to
    FROM checking WHERE ycsb_key = v_to_id FOR UPDATE;
  IF v_savings IS NULL OR v_checking IS NULL OR v_to IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'an account is absent: load it with the same recordcount first';
  END IF;
  UPDATE savings
    SET balance = 0, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_from_id;
  UPDATE checking
    SET balance = 0, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_from_id;
  UPDATE checking
    SET balance = v_to + v_savings + v_checking, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_to_id;
  RETURN 0;
END
