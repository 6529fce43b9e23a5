/// SSH signatures (SSHSIG) and allowed signers, checked with the providers of the JDK.
package dev.tidemark.evidence.signature;
