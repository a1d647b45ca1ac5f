-- All of one customer's money goes to another's checking account.
BEGIN
  DECLARE v_savings BIGINT;
  DECLARE v_checking BIGINT;
  DECLARE v_to BIGINT;
  SELECT balance INTO v_savings
    FROM savings WHERE ycsb_key = p_from FOR UPDATE;
  SELECT balance INTO v_checking
    FROM checking WHERE ycsb_key = p_from FOR UPDATE;
  SELECT balance INTO v_to
    FROM checking WHERE ycsb_key = p_to FOR UPDATE;
  IF v_savings IS NULL OR v_checking IS NULL OR v_to IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'an account is absent: load it with the same recordcount first';
  END IF;
  UPDATE savings
    SET balance = 0, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_from;
  UPDATE checking
    SET balance = 0, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_from;
  UPDATE checking
    SET balance = v_to + v_savings + v_checking, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_to;
  RETURN 0;
END
