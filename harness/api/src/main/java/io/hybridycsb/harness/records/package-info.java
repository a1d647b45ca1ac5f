/** Single records of any system, read and written by hand through its YCSB binding. */
package io.hybridycsb.harness.records;
