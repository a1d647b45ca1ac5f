/** The files of which a network of an Ethereum chain is made: keys and first blocks. */
package io.hybridycsb.ethereum.network;
