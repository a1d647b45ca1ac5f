-- Stock-Level (2.8): of how many items in a district's last 20 orders there is less than a threshold.
BEGIN
  DECLARE v_next BIGINT;
  DECLARE v_lines BIGINT;
  DECLARE v_quantity BIGINT;
  DECLARE v_low BIGINT;
  DECLARE v_item BIGINT;
  DECLARE v_key TEXT CHARACTER SET utf8mb4;
  DECLARE v_seen TEXT CHARACTER SET utf8mb4;
  SELECT CAST(d_next_o_id AS SIGNED) INTO v_next
    FROM district WHERE ycsb_key = concat(p_warehouse, '_', p_district);
  IF v_next IS NULL THEN
    SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'a row of district is absent: load first, with the same scale';
  END IF;
  SET v_low = 0;
  SET v_seen = ' ';
  FOR v_i IN 1 .. 20 DO
    IF v_i < v_next THEN
      SET v_lines = NULL;
      SET v_key = concat(p_warehouse, '_', p_district, '_', v_next - v_i);
      SELECT CAST(o_ol_cnt AS SIGNED) INTO v_lines
        FROM orders WHERE ycsb_key = v_key;
      IF v_lines IS NULL THEN
        SIGNAL SQLSTATE '45000'
          SET MESSAGE_TEXT = 'a row of orders is absent: load first, with the same scale';
      END IF;
      FOR v_line IN 1 .. 15 DO
        IF v_line <= v_lines THEN
          SET v_item = NULL;
          SELECT CAST(ol_i_id AS SIGNED) INTO v_item
            FROM order_line WHERE ycsb_key = concat(v_key, '_', v_line);
          IF v_item IS NULL THEN
            SIGNAL SQLSTATE '45000'
              SET MESSAGE_TEXT = 'a row of order_line is absent: load first, with the same scale';
          END IF;
          IF NOT locate(concat(' ', v_item, ' '), v_seen) > 0 THEN
            SET v_seen = concat(v_seen, v_item, ' ');
            SET v_quantity = NULL;
            SELECT CAST(s_quantity AS SIGNED) INTO v_quantity
              FROM stock WHERE ycsb_key = concat(p_warehouse, '_', v_item);
            IF v_quantity IS NULL THEN
              SIGNAL SQLSTATE '45000'
                SET MESSAGE_TEXT = 'a row of stock is absent: load first, with the same scale';
            END IF;
            IF v_quantity < p_threshold THEN
              SET v_low = v_low + 1;
            END IF;
          END IF;
        END IF;
      END FOR;
    END IF;
  END FOR;
  RETURN v_low;
END
