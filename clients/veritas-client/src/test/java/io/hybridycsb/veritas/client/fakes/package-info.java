/** What clients meet in the place of nodes: answers as a test tells, and changed ones. */
package io.hybridycsb.veritas.client.fakes;
