-- Reads both accounts of a customer. Like all of them it returns by how much all money has changed.
BEGIN
  DECLARE v_customer TEXT CHARACTER SET utf8mb4;
  DECLARE v_savings BIGINT;
  DECLARE v_checking BIGINT;
  SELECT custid INTO v_customer
    FROM account WHERE ycsb_key = p_name;
  IF v_customer IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a name is absent: load it with the same recordcount first';
  END IF;
  SELECT balance INTO v_savings
    FROM savings WHERE ycsb_key = v_customer;
  SELECT balance INTO v_checking
    FROM checking WHERE ycsb_key = v_customer;
  IF v_savings IS NULL OR v_checking IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'an account is absent: load it with the same recordcount first';
  END IF;
  RETURN 0;
END
