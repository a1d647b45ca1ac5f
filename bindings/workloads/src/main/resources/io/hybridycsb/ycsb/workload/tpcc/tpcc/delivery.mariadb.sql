-- Delivery (2.7): the oldest order of each district that has one; returns how many these are.
BEGIN
  DECLARE v_delivered BIGINT;
  DECLARE v_oldest BIGINT;
  DECLARE v_found BIGINT;
  DECLARE v_customer BIGINT;
  DECLARE v_lines BIGINT;
  DECLARE v_sum BIGINT;
  DECLARE v_amount BIGINT;
  DECLARE v_key TEXT CHARACTER SET utf8mb4;
  SET v_delivered = 0;
  FOR v_district IN 1 .. 10 DO
    SET v_oldest = NULL;
    SELECT CAST(no_o_id AS SIGNED) INTO v_oldest
      FROM new_order_queue WHERE ycsb_key = concat(p_warehouse, '_', v_district) FOR UPDATE;
    IF v_oldest IS NULL THEN
      SIGNAL SQLSTATE '45000'
        SET MESSAGE_TEXT = 'a row of new_order_queue is absent: load first, with the same scale';
    END IF;
    SET v_key = concat(p_warehouse, '_', v_district, '_', v_oldest);
    SET v_found = NULL;
    SELECT CAST(no_o_id AS SIGNED) INTO v_found
      FROM new_order WHERE ycsb_key = v_key FOR UPDATE;
    IF v_found IS NOT NULL THEN
      SET v_customer = NULL;
      SELECT CAST(o_c_id AS SIGNED), CAST(o_ol_cnt AS SIGNED) INTO v_customer, v_lines
        FROM orders WHERE ycsb_key = v_key FOR UPDATE;
      IF v_customer IS NULL THEN
        SIGNAL SQLSTATE '45000'
          SET MESSAGE_TEXT = 'a row of orders is absent: load first, with the same scale';
      END IF;
      SET v_sum = 0;
      FOR v_line IN 1 .. 15 DO
        IF v_line <= v_lines THEN
          SET v_amount = NULL;
          SELECT CAST(ol_amount AS SIGNED) INTO v_amount
            FROM order_line WHERE ycsb_key = concat(v_key, '_', v_line) FOR UPDATE;
          IF v_amount IS NULL THEN
            SIGNAL SQLSTATE '45000'
              SET MESSAGE_TEXT = 'a row of order_line is absent: load first, with the same scale';
          END IF;
          UPDATE order_line SET
              ol_delivery_d = p_date,
              ycsb_version = ycsb_version + 1
            WHERE ycsb_key = concat(v_key, '_', v_line);
          SET v_sum = v_sum + v_amount;
        END IF;
      END FOR;
      UPDATE new_order SET
          no_delivered = 1,
          ycsb_version = ycsb_version + 1
        WHERE ycsb_key = v_key;
      UPDATE new_order_queue SET
          no_o_id = v_oldest + 1,
          ycsb_version = ycsb_version + 1
        WHERE ycsb_key = concat(p_warehouse, '_', v_district);
      UPDATE orders SET
          o_carrier_id = p_carrier,
          ycsb_version = ycsb_version + 1
        WHERE ycsb_key = v_key;
      UPDATE customer SET
          c_balance = CAST(c_balance AS SIGNED) + v_sum,
          c_delivery_cnt = CAST(c_delivery_cnt AS SIGNED) + 1,
          ycsb_version = ycsb_version + 1
        WHERE ycsb_key = concat(p_warehouse, '_', v_district, '_', v_customer);
      SET v_delivered = v_delivered + 1;
    END IF;
  END FOR;
  RETURN v_delivered;
END
