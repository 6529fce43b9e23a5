package dev.tidemark.security;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Secret detector for commands and lines of configuration that take a password or token by
/// position or by an option of one letter: `htpasswd -b FILE USER ...`, `mosquitto_pub -P ...`,
/// `wandb login ...`, `rocommunity ...`.
final class SecretCommands {
  private static final int LINE_MAX = 300;

  /// Programs that read a password from another one.
  private static final String READS =
      " *(?:sudo )?(?:sudo (?:-\\w+"
          + " )*-\\w*S|passwd|kinit|vncpasswd|smbpasswd|cryptsetup|anydesk|fscrypt|zfs"
          + " load-key|encfs|gocryptfs|ecryptfs|veracrypt|secret-tool|adcli|realm|pass"
          + " insert|htpasswd -\\w*i|mkpasswd|argon2|wpa_passphrase|keepassxc-cli|chpasswd"
          + " -e|docker secret create|podman secret create|systemd-creds|gpg"
          + " .*--passphrase-fd|openssl .*stdin|rclone obscure|gh auth .*--with-token"
          + "|.*--(?:password|token)-stdin)";

  /// Ends of the names of variables.
  private static final String NAMES =
      "pass|passw(?:or)?d|passphrase|psk|pwd|token|secret|api[-_]?key";

  /// The user of a database of Oracle, whose password ends at the sign before the host.
  private static final String ORACLE = "(?:userid=)?[\"']?\\w+/";

  /// An option that gives a command which prints the password.
  private static final String EVAL =
      ".*?--?pass(?:word)?-?(?:command|eval|cmd)[ =]+[\"']?echo +[\"']?";

  private static final String FORMAT = "(?:-\\w+ +)*(?:([\"']?)%s(?:\\\\+n)?\\1 +)?";

  /// Each row is how commands begin, with `|` between them; after the blanks its words before the
  /// secret. Where a word of prose may be in that place, the row asks for a digit in it.
  private static final String[][] ROWS = {
    {"chpasswd ", "<<< *[\"']?[\\w.-]+:"},
    {"snmp", "\\w+ .*?-[AXc] +(?!SHA|MD5|AES|DES|public|private)"},
    {"mysql|mariadb", "[\\w-]* (?:.* )?-p(?=[^\\s-])"},
    {"rar |unrar ", ".*? -h?p(?=\\S)"},
    {"sendemail |swaks ", ".*?-[ax]p +"},
    {"smbclient |wbinfo |net ads |net rpc |rpcclient |winexe ", ".*?-[aU] +[\"']?[^\\s%]+%"},
    {"tsql |bcp |isql ", ".*?-P *"},
    {"dsconf |dsidm |dsctl |vsql ", ".*?-w +"},
    {"slappasswd |ldappasswd ", ".*?-[as] +"},
    {"http |https |xh |govc |jenkins-cli", ".*?(?:-a|--?auth|-u)[ =]+[\"']?[^\\s:\"']+:"},
    {"influx|mysqladmin ", ".*? -?password +"},
    {"exp |imp |connect |conn ", "(?=\\S+@|userid)" + ORACLE},
    {"mosquitto_|ipmitool ", ".*?(?:-P|user set password \\d+) +"},
    {"echo |printf ", "(?=[^|]*\\|" + READS + ")" + FORMAT},
    {"echo |printf ", "(?=[^|]*\\| *(?:sudo )?chpasswd)" + FORMAT + "[\"']?[\\w.-]+:"},
    {"sudo ", ".*?-\\w*S .*?<<< *"},
    {
      "kinit |cryptsetup |passwd |smbpasswd |vncpasswd |pdbedit |gocryptfs |pass insert ",
      ".*?<<< *"
    },
    {
      "veracrypt |helm registry login |oras |crane auth login |cypher-shell |beeline |hdbsql"
          + " |rabbitmqadmin |racadm |rdesktop |evil-winrm |psexec |ncftpput |doveadm pw |cqlsh"
          + " |poetry publish |ncftpget |esxcli |pihole ",
      ".*?-p +"
    },
    {"dislocker ", ".*?-u(?=\\S)"},
    {"samba-tool user ", "(?:create|add) +\\S+ +(?!-)"},
    {"nomad login |fly auth docker |cargo login ", "(?=\\S{20})"},
    {"db2 connect ", ".*?using +"},
    {"docker ", ".*?--password-stdin.*?<<< *"},
    {"htpasswd ", "-\\w*b\\w* +(?:-\\w+ +)*\\S+ +\\S+ +"},
    {"net use ", "\\S+ +(?:\\S+ +)?/user:\\S+ +"},
    {"net use ", "\\S+ +(?:\\\\\\\\\\S+ +)?(?=\\S+ +/user:)"},
    {"net user ", "\\S+ +(?=\\S*\\d|\\S+ +/)"},
    {"rabbitmqctl add_user |rabbitmqctl change_password |rabbitmqctl authenticate_user ", "\\S+ +"},
    {"wandb login ", "(?:--\\w+ +)*"},
    {"snyk auth |ngrok config add-authtoken |ngrok authtoken |codecov -t |rclone obscure ", ""},
    {"doctl ", ".*?-t +"},
    {"mc alias set ", "\\S+ +\\S+ +\\S+ +"},
    {"mosquitto_passwd ", "-\\w*b\\w* +\\S+ +\\S+ +"},
    {"xfreerdp", "\\d? .*?/p:"},
    {"cmdkey ", ".*?/pass:"},
    {"schtasks ", ".*?/rp +"},
    {"rootpw ", "(?:--plaintext +)?(?!--)"},
    {"stats auth ", "\\w+:"},
    {"user ", "\\S+ +insecure-password +"},
    {"user ", "\\S+ +on .*?>"},
    {"smtp|mail", "[\\w.-]*\\](?::\\d+)? +\\S+?:"},
    {"nmcli ", ".*?(?:psk|password|passphrase|wep-key\\d) +"},
    {"kubectl create secret ", ".*?--from-literal[= ]+[\"']?[\\w.-]*(?i:" + NAMES + ")="},
    {"snmp-server community |rocommunity |rwcommunity |trapcommunity ", "(?!public|private)"},
    {"snmp-server host ", "\\S+ +(?:(?:version|traps?|informs?|\\dc?) +)*(?=\\S*\\d)"},
    {"com2sec ", "(?:-Cn +\\S+ +)?\\S+ +\\S+ +(?!public|private)"},
    {"createUser ", "(?:-e +\\S+ +)?\\S+ +(?:SHA|MD5)\\S* +"},
    {"enable secret |enable password ", "(?:0 +)?(?!\\d )(?=\\S*\\d)"},
    {"username ", "\\S+ +(?:privilege +\\d+ +)?(?:password|secret) +(?:0 +)?(?!\\d )(?=\\S*\\d)"},
    {"tacacs-server |radius-server ", ".*?key +(?:0 +)?(?!\\d )(?=\\S*\\d)"},
    {"crypto isakmp key ", "(?:0 +)?(?!\\d )"},
    {"neighbor ", "\\S+ +password +(?:0 +)?(?!\\d )(?=\\S*\\d)"},
    {"ssh-keygen ", ".*?-[NP] +"},
    {"sshpass ", "-p *"},
    {"pscp |psftp |addprinc ", ".*?-pw +"},
    {"lftp ", ".*?-u +[\"']?[^\\s,\"']+,"},
    {"etcdctl ", ".*?--user[ =]+[\"']?\\w+:"},
    {"vault operator ", "(?:unseal|rekey|generate-root) +(?:-\\S+ +)*(?=\\S{20})"},
    {"vault login ", "(?:-\\S+ +)*(?:token=)?(?!\\w+=)(?=\\S*\\d)"},
    {"openssl ", ".*?-pass(?:in|out)? +[\"']?pass:"},
    {"openssl passwd ", "(?:-(?:salt +\\S+|\\w+) +)*"},
    {"mkpasswd ", "(?:-(?:m +\\S+|\\S+) +)*"},
    {"caddy hash-password ", ".*?--plaintext +"},
    {"gpg", "2? .*?--passphrase[ =]+"},
    {"7z", "\\w* .*? -p(?=\\S)"},
    {"qpdf ", ".*?--encrypt +(?:\\S+ +)?(?=\\S+ +\\d+ +--)"},
    {"pdftk ", ".*?(?:user|owner|input)_pw +"},
    {"wpa_passphrase |dotnet user-secrets set ", "(?:\"[^\"]*\"|\\S+) +"},
    {"networksetup -setairportnetwork ", "\\S+ +(?:\"[^\"]*\"|\\S+) +"},
    {"security ", "(?:add|unlock|set|import|create)\\S* .*?-[wpPk] +"},
    {"dscl ", "\\S+ +-passwd +\\S+ +(?:(?=\\S+ *$)|\\S+ +)"},
    {"sqlplus ", "(?:-\\w+ +(?:\\d\\S* +)?)*" + ORACLE},
    {"sql ", "(?:-\\w+ +)+(?=\\S+@)" + ORACLE},
    {"expdp |impdp |sqlldr ", ORACLE},
    {"rman ", ".*?(?:target|catalog|auxiliary)[ =]+" + ORACLE},
    {"AUTH ", "(?:(?:PLAIN|LOGIN|default) +)?(?=\\S*\\d)(?=\\S{12})"},
    {"ACL SETUSER ", "\\S+ +.*?>"},
    {"expect ", "[\"'][^\"']*ass(?:word|phrase)[^\"']*[\"'] *[;{]? *send +(?:-- +)?"},
    {"ansible-vault encrypt_string ", "(?:--?\\S+ +\\S+ +)*?(?=[\"'])"},
    {"pulumi config set ", "(?=.*--secret)(?:--\\S+ +)*\\S+ +"},
    {"poetry config ", "(?:pypi-token\\.\\S+|http-basic\\.\\S+ +\\S+) +"},
    {"composer config ", ".*?(?:http-basic\\.\\S+ +\\S+|(?:github-oauth|bearer)\\.\\S+) +"},
    {"npm config set |yarn config set ", "\\S*(?i:token|auth|password)[ =]+"},
    {"git config ", "(?:--\\S+ +)*\\S*(?i:token|passw(?:or)?d|secret|smtppass) +"},
    {"setx |setenv |ENV ", "\\w*(?i:" + NAMES + ") +"},
    {"set ", "-\\w*x\\w* +\\w*(?i:" + NAMES + ") +"},
    {"define ", "\\w*(?i:" + NAMES + ") +(?=\")"},
    {"bw login ", "\\S+@\\S+ +(?!-)"},
    {"bw unlock ", "(?!-)"},
    {"gem push ", ".*?--key +(?=\\S{16})"},
    {"restic |msmtp |rclone |mbsync |borg ", EVAL}
  };

  private static final LazyPattern VALUE =
      new LazyPattern(
          "\"([^\"\\s-][^\"]{5,127})\"|'([^'\\s-][^']{5,127})'"
              + "|[\"']?([^\\s\"'`;|<>-][^\\s\"'`;|<>]{5,127})");

  /// How each command begins, the pattern of its words, and the first characters of them all.
  private static final List<String> COMMANDS = new ArrayList<>();

  private static final List<LazyPattern> WORDS = new ArrayList<>();
  private static final String BEGINNINGS;

  static {
    var all = new StringBuilder();
    for (var row : ROWS) {
      var words = new LazyPattern(row[1]);
      for (var command : row[0].split("\\|", -1)) {
        COMMANDS.add(command);
        WORDS.add(words);
        all.append(command.charAt(0));
      }
    }
    BEGINNINGS = all.toString();
  }

  private SecretCommands() {}

  /// Returns the secret of a command that begins there, or null.
  static @Nullable Secret secretAt(String text, int at) {
    char first = text.charAt(at);
    for (int i = BEGINNINGS.indexOf(first); i >= 0; i = BEGINNINGS.indexOf(first, i + 1)) {
      if (text.startsWith(COMMANDS.get(i), at)) {
        var found = secret(text, at + COMMANDS.get(i).length(), WORDS.get(i));
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static @Nullable Secret secret(String text, int from, LazyPattern words) {
    int line = text.indexOf('\n', from, Math.min(text.length(), from + LINE_MAX));
    int limit = line < 0 ? Math.min(text.length(), from + LINE_MAX) : line;
    var before = words.matcher(text).region(from, limit);
    if (!before.lookingAt()) {
      return null;
    }
    var value = VALUE.matcher(text).region(before.end(), limit);
    if (!value.lookingAt()) {
      return null;
    }
    int group = value.start(1) >= 0 ? 1 : value.start(2) >= 0 ? 2 : 3;
    int end = value.end(group);
    // The host of a database of Oracle is no part of the password.
    int host =
        text.charAt(before.end() - 1) == '/' ? text.indexOf('@', value.start(group), end) : -1;
    end = host > value.start(group) ? host : end;
    return SecretValue.isPlaceholder(text, value.start(group), end)
        ? null
        : new Secret("password", value.start(group), end);
  }
}
