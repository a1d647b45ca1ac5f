-- Stock-Level (2.8): of how many items in a district's last 20 orders there is less than a threshold.
DECLARE
  v_next bigint;
  v_lines bigint;
  v_quantity bigint;
  v_low bigint;
  v_item bigint;
  v_key varchar(16383);
  v_seen varchar(16383);
BEGIN
  SELECT CAST(convert_from(d_next_o_id, 'UTF8') AS bigint) INTO v_next
    FROM district WHERE ycsb_key = concat(p_warehouse, '_', p_district);
  IF v_next IS NULL THEN
    RAISE EXCEPTION 'a row of district is absent: load first, with the same scale';
  END IF;
  v_low := 0;
  v_seen := ' ';
  FOR v_i IN 1 .. 20 LOOP
    IF v_i < v_next THEN
      v_key := concat(p_warehouse, '_', p_district, '_', v_next - v_i);
      SELECT CAST(convert_from(o_ol_cnt, 'UTF8') AS bigint) INTO v_lines
        FROM orders WHERE ycsb_key = v_key;
      IF v_lines IS NULL THEN
        RAISE EXCEPTION 'a row of orders is absent: load first, with the same scale';
      END IF;
      FOR v_line IN 1 .. 15 LOOP
        IF v_line <= v_lines THEN
          SELECT CAST(convert_from(ol_i_id, 'UTF8') AS bigint) INTO v_item
            FROM order_line WHERE ycsb_key = concat(v_key, '_', v_line);
          IF v_item IS NULL THEN
            RAISE EXCEPTION 'a row of order_line is absent: load first, with the same scale';
          END IF;
          IF NOT strpos(v_seen, concat(' ', v_item, ' ')) > 0 THEN
            v_seen := concat(v_seen, v_item, ' ');
            SELECT CAST(convert_from(s_quantity, 'UTF8') AS bigint) INTO v_quantity
              FROM stock WHERE ycsb_key = concat(p_warehouse, '_', v_item);
            IF v_quantity IS NULL THEN
              RAISE EXCEPTION 'a row of stock is absent: load first, with the same scale';
            END IF;
            IF v_quantity < p_threshold THEN
              v_low := v_low + 1;
            END IF;
          END IF;
        END IF;
      END LOOP;
    END IF;
  END LOOP;
  RETURN v_low;
END
