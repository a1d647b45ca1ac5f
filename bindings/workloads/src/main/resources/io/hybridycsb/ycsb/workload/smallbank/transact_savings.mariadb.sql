-- Pays in, or out if the amount is negative and the overdraft allows it.
BEGIN
  DECLARE v_customer TEXT CHARACTER SET utf8mb4;
  DECLARE v_savings BIGINT;
  SELECT custid INTO v_customer
    FROM account WHERE ycsb_key = p_name;
  IF v_customer IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT balance INTO v_savings
    FROM savings WHERE ycsb_key = v_customer FOR UPDATE;
  IF v_savings IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'an account is absent: load it with the same recordcount first';
  END IF;
  IF v_savings + p_amount < 0 - p_overdraft THEN
    RETURN NULL;
  END IF;
  UPDATE savings
    SET balance = v_savings + p_amount, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_customer;
  RETURN p_amount;
END
