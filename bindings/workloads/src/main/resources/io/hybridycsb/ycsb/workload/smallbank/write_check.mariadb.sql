-- Pays out, and a penalty if both accounts together do not have it.
BEGIN
  DECLARE v_customer TEXT CHARACTER SET utf8mb4;
  DECLARE v_checking BIGINT;
  DECLARE v_savings BIGINT;
  DECLARE v_cost BIGINT;
  SELECT custid INTO v_customer
    FROM account WHERE ycsb_key = p_name;
  IF v_customer IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT balance INTO v_checking
    FROM checking WHERE ycsb_key = v_customer FOR UPDATE;
  SELECT balance INTO v_savings
    FROM savings WHERE ycsb_key = v_customer;
  IF v_checking IS NULL OR v_savings IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'an account is absent: load it with the same recordcount first';
  END IF;
  SET v_cost = p_amount;
  IF v_savings + v_checking < p_amount THEN
    SET v_cost = p_amount + p_penalty;
  END IF;
  UPDATE checking
    SET balance = v_checking - v_cost, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_customer;
  RETURN 0 - v_cost;
END
