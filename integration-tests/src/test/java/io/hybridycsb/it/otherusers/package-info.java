/** What other users of the machine can do to a cluster. */
package io.hybridycsb.it.otherusers;
