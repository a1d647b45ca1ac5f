-- Pays in.
BEGIN
  DECLARE v_customer TEXT CHARACTER SET utf8mb4;
  DECLARE v_checking BIGINT;
  SELECT custid INTO v_customer
    FROM account WHERE ycsb_key = p_name;
  IF v_customer IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT balance INTO v_checking
    FROM checking WHERE ycsb_key = v_customer FOR UPDATE;
  IF v_checking IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'an account is absent: load it with the same recordcount first';
  END IF;
  UPDATE checking
    SET balance = v_checking + p_amount, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = v_customer;
  RETURN p_amount;
END
