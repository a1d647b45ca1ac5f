/** Records: their names, fields, versions and digests. */
package io.hybridycsb.ycsb.record;
