package io.hybridycsb.it.clients;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Tests that reach hosts over OpenSSH. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
    value = "io.hybridycsb.it.clients.SshHost#isAvailable",
    disabledReason =
        "clients on other hosts take OpenSSH, and its sshd, ssh or ssh-keygen is missing (Debian's"
            + " openssh-server and openssh-client)")
@interface NeedsSshd {}
