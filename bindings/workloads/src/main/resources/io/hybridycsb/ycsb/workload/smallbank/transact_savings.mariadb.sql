-- Pays in, or out if the amount is negative and the account has it.
BEGIN
  DECLARE v_savings BIGINT;
  SELECT balance INTO v_savings
    FROM savings WHERE ycsb_key = p_customer FOR UPDATE;
  IF v_savings IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'an account is absent: load it with the same recordcount first';
  END IF;
  IF v_savings + p_amount < 0 THEN
    RETURN NULL;
  END IF;
  UPDATE savings
    SET balance = v_savings + p_amount, ycsb_version = ycsb_version + 1
    WHERE ycsb_key = p_customer;
  RETURN p_amount;
END
