/** The skeleton of a new system: its files, from templates. */
package io.hybridycsb.harness.newsystem;
