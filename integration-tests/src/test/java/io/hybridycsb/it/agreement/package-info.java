/** What two modules say of the same thing, without knowing each other. */
package io.hybridycsb.it.agreement;
