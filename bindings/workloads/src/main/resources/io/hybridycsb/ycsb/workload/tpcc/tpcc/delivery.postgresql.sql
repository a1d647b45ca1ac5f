-- Delivery (2.7): the oldest order of each district that has one; returns how many these are.
DECLARE
  v_delivered bigint;
  v_oldest bigint;
  v_found bigint;
  v_customer bigint;
  v_lines bigint;
  v_sum bigint;
  v_amount bigint;
  v_key varchar(16383);
BEGIN
  v_delivered := 0;
  FOR v_district IN 1 .. 10 LOOP
    SELECT CAST(convert_from(no_o_id, 'UTF8') AS bigint) INTO v_oldest
      FROM new_order_queue WHERE ycsb_key = concat(p_warehouse, '_', v_district);
    IF v_oldest IS NULL THEN
      RAISE EXCEPTION 'a row of new_order_queue is absent: load first, with the same scale';
    END IF;
    v_key := concat(p_warehouse, '_', v_district, '_', v_oldest);
    SELECT CAST(convert_from(no_o_id, 'UTF8') AS bigint) INTO v_found
      FROM new_order WHERE ycsb_key = v_key;
    IF v_found IS NOT NULL THEN
      SELECT
          CAST(convert_from(o_c_id, 'UTF8') AS bigint),
          CAST(convert_from(o_ol_cnt, 'UTF8') AS bigint)
        INTO v_customer, v_lines
        FROM orders WHERE ycsb_key = v_key;
      IF v_customer IS NULL THEN
        RAISE EXCEPTION 'a row of orders is absent: load first, with the same scale';
      END IF;
      v_sum := 0;
      FOR v_line IN 1 .. 15 LOOP
        IF v_line <= v_lines THEN
          SELECT CAST(convert_from(ol_amount, 'UTF8') AS bigint) INTO v_amount
            FROM order_line WHERE ycsb_key = concat(v_key, '_', v_line);
          IF v_amount IS NULL THEN
            RAISE EXCEPTION 'a row of order_line is absent: load first, with the same scale';
          END IF;
          UPDATE order_line SET
              ol_delivery_d = convert_to(CAST(p_date AS text), 'UTF8'),
              ycsb_version = ycsb_version + 1
            WHERE ycsb_key = concat(v_key, '_', v_line);
          v_sum := v_sum + v_amount;
        END IF;
      END LOOP;
      UPDATE new_order SET
          no_delivered = convert_to(CAST(1 AS text), 'UTF8'),
          ycsb_version = ycsb_version + 1
        WHERE ycsb_key = v_key;
      UPDATE new_order_queue SET
          no_o_id = convert_to(CAST(v_oldest + 1 AS text), 'UTF8'),
          ycsb_version = ycsb_version + 1
        WHERE ycsb_key = concat(p_warehouse, '_', v_district);
      UPDATE orders SET
          o_carrier_id = convert_to(CAST(p_carrier AS text), 'UTF8'),
          ycsb_version = ycsb_version + 1
        WHERE ycsb_key = v_key;
      UPDATE customer SET
          c_balance = convert_to(CAST(CAST(convert_from(c_balance, 'UTF8') AS bigint) + v_sum AS text), 'UTF8'),
          c_delivery_cnt = convert_to(CAST(CAST(convert_from(c_delivery_cnt, 'UTF8') AS bigint) + 1 AS text), 'UTF8'),
          ycsb_version = ycsb_version + 1
        WHERE ycsb_key = concat(p_warehouse, '_', v_district, '_', v_customer);
      v_delivered := v_delivered + 1;
    END IF;
  END LOOP;
  RETURN v_delivered;
END
