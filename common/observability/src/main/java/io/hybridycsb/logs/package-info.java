/** What a server writes to its log: text for people, or JSON for machines. */
package io.hybridycsb.logs;
