package dev.tidemark.text;

import static java.nio.charset.StandardCharsets.UTF_8;

/// SHA-256 (FIPS 180-4) of short texts, without the cost of the JDK's provider in a cold process.
public final class Sha256 {
  private static final int BLOCK = 64;

  private static final int LENGTH_FIELD = 8;

  private static final String HEX = "0123456789abcdef";

  /// A mask for a word of 32 bits without its sign, and a factor that duplicates it.
  private static final long WORD = 0xffffffffL;

  private static final long TWICE = 0x100000001L;

  /// First 32 bits of the fractions of the cube roots of the first 64 primes.
  private static final int[] K = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  };

  private Sha256() {}

  /// Returns the digest, 32 bytes.
  public static byte[] of(byte[] message) {
    int whole = message.length - message.length % BLOCK;
    int rest = message.length - whole;
    var end = new byte[rest + 1 + LENGTH_FIELD <= BLOCK ? BLOCK : 2 * BLOCK];
    System.arraycopy(message, whole, end, 0, rest);
    end[rest] = (byte) 0x80;
    long bits = 8L * message.length;
    for (int i = 0; i < LENGTH_FIELD; i++) {
      end[end.length - 1 - i] = (byte) (bits >>> (8 * i));
    }
    int[] state = {
      0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    };
    var schedule = new int[BLOCK];
    for (int at = 0; at < whole; at += BLOCK) {
      compress(state, schedule, message, at);
    }
    for (int at = 0; at < end.length; at += BLOCK) {
      compress(state, schedule, end, at);
    }
    var digest = new byte[32];
    for (int i = 0; i < digest.length; i++) {
      digest[i] = (byte) (state[i >> 2] >>> (24 - 8 * (i & 3)));
    }
    return digest;
  }

  /// Returns the digest as 64 lower-case hexadecimal digits.
  public static String hex(byte[] message) {
    var digest = of(message);
    var hex = new char[2 * digest.length];
    for (int i = 0; i < digest.length; i++) {
      hex[2 * i] = HEX.charAt(digest[i] >> 4 & 0xf);
      hex[2 * i + 1] = HEX.charAt(digest[i] & 0xf);
    }
    return new String(hex);
  }

  // In both loops rotations are spelled out, because a call costs more than the rotation as long as
  // bytecode is interpreted; and several of one word are parts of the word written twice in a row,
  // which is the fewest bytecodes.

  private static void compress(int[] state, int[] w, byte[] bytes, int from) {
    for (int i = 0, at = from; i < 16; i++, at += 4) {
      w[i] =
          bytes[at] << 24
              | (bytes[at + 1] & 0xff) << 16
              | (bytes[at + 2] & 0xff) << 8
              | (bytes[at + 3] & 0xff);
    }
    for (int i = 16; i < BLOCK; i++) {
      int x = w[i - 15];
      int y = w[i - 2];
      long xx = (x & WORD) * TWICE;
      long yy = (y & WORD) * TWICE;
      int s0 = (int) (xx >>> 7 ^ xx >>> 18) ^ (x >>> 3);
      int s1 = (int) (yy >>> 17 ^ yy >>> 19) ^ (y >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    rounds(state, w, K);
  }

  private static void rounds(int[] state, int[] w, int[] k) {
    int a = state[0];
    int b = state[1];
    int c = state[2];
    int d = state[3];
    int e = state[4];
    int f = state[5];
    int g = state[6];
    int h = state[7];
    for (int i = 0; i < BLOCK; i++) {
      long ee = (e & WORD) * TWICE;
      long aa = (a & WORD) * TWICE;
      int s1 = (int) (ee >>> 6 ^ ee >>> 11 ^ ee >>> 25);
      int s0 = (int) (aa >>> 2 ^ aa >>> 13 ^ aa >>> 22);
      int t1 = h + s1 + (g ^ (e & (f ^ g))) + k[i] + w[i];
      int t2 = s0 + ((a & (b ^ c)) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }

  /// Returns an id in the form of a UUID of version 4, derived from a text.
  public static String uuid(String text) {
    var hex = new StringBuilder(hex(text.getBytes(UTF_8)).substring(0, 32));
    hex.setCharAt(12, '4');
    hex.setCharAt(16, "89ab".charAt(Character.digit(hex.charAt(16), 16) & 3));
    return hex.insert(20, '-').insert(16, '-').insert(12, '-').insert(8, '-').toString();
  }
}
