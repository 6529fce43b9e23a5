package dev.tidemark.brief.budget;

import java.nio.charset.StandardCharsets;

/// Lookup table of English words that, with the blank before them, are one token in the encoding
/// o200k. A test looks each of them up in the encoding itself.
public final class CommonWords {
  private static final int SLOTS = 4096;

  private static final String WORDS =
      "about above absolute accept accepted access according action actions active actual "
          + "actually add added adding addition additional address addresses after again against "
          + "algorithm alias aliases all allow allowed allows already also alternative always "
          + "and annotations another any anything appear append application applications apply "
          + "appropriate apt arbitrary architecture archive are arg args argument arguments "
          + "around array assert associated assume async attempt attr attribute attributes attrs "
          + "authentication authorization automatically available avoid await back backend "
          + "background backwards base based basename because been before beginning behavior "
          + "behaviour being below better between binary block blocks body bool boolean both "
          + "bound boundary branch branches break broken buf buffer bug build building built "
          + "builtin but byte bytes cache cached call callable callback callbacks called caller "
          + "calling calls can candidate candidates cannot canonical case cases category cause "
          + "certain certificate certificates change changed changes char character characters "
          + "charset check checked checking checkout checkpoint checks child children chunk "
          + "chunks class classes clean clear client clone close closed closing cls cmd code "
          + "codec codecs collection collections color column combined comes command commands "
          + "comment comments commit commits common compare comparison compatibility compatible "
          + "compile compiled compiler complete completed completion component components "
          + "compressed compression condition conditions config configuration configure "
          + "configured conflict conflicts conn connect connected connection connections "
          + "considered console const constant constants construct constructor contain contained "
          + "container containing contains content contents context continue contrib control "
          + "conversion convert converted cookie copy correct corrected correctly corresponding "
          + "could count cover create created creating credentials ctx ctypes current currently "
          + "custom data date datetime debug debugging decimal declaration decode decorator def "
          + "default defaults define defined definition definitions del delete deleted "
          + "dependencies dependency depending depends deprecated described description "
          + "descriptor design dest destination details determine development dialect dict "
          + "dictionary did diff difference differences different digest digits dir direct "
          + "directive directly directories directory disable disabled dispatch display dist "
          + "distributed distribution distributions distro doc document documentation documented "
          + "documents does domain done double download duplicate during each earlier effect "
          + "either element elements elif else email embedded empty enable enabled encode "
          + "encoded encoding end engine enough ensure entire entries entry enumerate env "
          + "environment equal equivalent err error errors escape etc even event events every "
          + "everything exact exactly example examples exc except exception exceptions "
          + "executable executed execution exist existing exists exit expand expected "
          + "experimental explicit explicitly exported expr expression expressions ext extended "
          + "extension extensions external extra extract extras fail failed fails failure "
          + "fallback false family feature features fetch field fields file filename filenames "
          + "files filesystem filter final finally find finder finished first fix fixed fixes "
          + "flag flags float folder follow followed following for force form format formats "
          + "formatted formatter formatting found fragment frame from full fullname func "
          + "function functionality functions functools future generate generated generator "
          + "generic get getattr git given global globals got grammar group groups had handle "
          + "handled handler handlers handling happen has hasattr hash hashes have having header "
          + "headers help helper here hierarchy highlight history host hostname how http https "
          + "identifier ignore ignored immediately implement implementation implemented "
          + "implements import important imported include included includes including "
          + "incompatible incomplete incorrectly indent indentation index indicate indicates "
          + "indicating individual info information init initial initialize inner input inside "
          + "inspect install installation installed installing instance instances instead "
          + "instructions int integer integers integrations intended interface internal "
          + "internally interpreted interpreter into introduced invalid isinstance issue issues "
          + "item items iter iterable iterator itertools its itself just keep key keys keyword "
          + "keywords kind know known kwargs label lambda language languages large larger last "
          + "later leading learned least left legacy len length letter level lexer lib libraries "
          + "library license licensed like likely limit line lines link links list listed lists "
          + "literal load loaded loader loc local locale locals location lock log logger logging "
          + "logic long longer look lookup loop machine machinery made main maint make makes "
          + "making manager manifest many map mapping marked marker match matched matches "
          + "matching max maximum may meaning means meant mechanism member members memory merge "
          + "message messages metadata method methods might min minor missing mode modified "
          + "modify module modules more most msg multiple must name named names namespace "
          + "namespaces necessary need needed needs negative nested network never new newer "
          + "newline next node non normal normalize not notation notes nothing notice now npm "
          + "null number numbers numeric obj object objects offset old older omitted once one "
          + "only open opened operation operations operator operators opt optimization option "
          + "optional optionally options order origin original other otherwise our out outfile "
          + "output outside over overflow overridden override own pack package packages padding "
          + "param parameter parameters params parent parse parsed parser parsing part partial "
          + "particular parts pass passed passing password patch path pathname paths pattern "
          + "patterns payload pending people per performance permission permissions phase phases "
          + "pickle pip pkg place places plain platform platforms please point pointer points "
          + "policy port pos position positional positive possible pragma pre precedence prefix "
          + "present prevent previous previously print prints private probably problem problems "
          + "process processed processes processing produce program programs progress project "
          + "prompt properly properties property prospective protection protocol protocols "
          + "provide provided provides proxy public publish published push put python query "
          + "queue quote quoted raise raised raises random range rather raw read readable reader "
          + "reading readline real really reason received recent recommended record recorded "
          + "records recursion recursive redirect redistribute reference references refresh "
          + "refused regex register registered registry regression regular related relative "
          + "release releases remaining remote remove removed rename render repeat replace "
          + "replaced replacement report reported reporting reports repositories repository repr "
          + "represent representation representing represents req request requested requests "
          + "require required requirement requirements requires res reserved reset resolve "
          + "resolved resource resources response restore result resulting results resume ret "
          + "retry return returned returning returns revision right root rule rules run running "
          + "runs runtime safe same save say scalar scheme scope screen script scripts search "
          + "second seconds section security see segment segments select selector self send "
          + "separate separated separator sequence sequences serialization server session set "
          + "setattr setting settings setup setuptools shared shell short should show sign "
          + "signal signature silently similar simple simply since single size skip skipped "
          + "small sock socket software some something sometimes sort sorted source sources "
          + "space spaces spec special specific specification specified specifies specify "
          + "specifying split src ssl stack standard start started starting starts state "
          + "statement static status stderr stdout step still stop store stored str stream "
          + "strict string strings strip struct structure style styles sub subclass subclasses "
          + "subject subprocess success successfully such suffix summary super supplied support "
          + "supported supports suppress sure switch symbol symbolic symbols syntax sys system "
          + "systems table tag tags take takes target task team tempfile template temporary "
          + "terminal terminated terms test testing tests text than that the their them then "
          + "there these they things this those though thread threading threads three through "
          + "time timeout times timestamp title together token tokens too tools top total "
          + "traceback trailing transform transport tree tried triggers true try trying tuple "
          + "tuples turtle two type types typing unchanged under underlying unicode unique "
          + "unknown unless unnecessary unpack until update updated updates upstream url urllib "
          + "usage use used useful user username users uses using usually val valid validate "
          + "validation value values variable variables various verbose verification verify "
          + "version versions via want warn warning warnings was way well were what whatever "
          + "wheel when where whether which while whitespace whole whose width will window with "
          + "within without word words work workflow working works workspace would wrapped "
          + "wrapper write writes writing written wrong yet yield you your zero zip ";

  /// An array, because charAt() costs four calls as long as bytecode is interpreted; of bytes,
  /// because these are copied at once.
  private final byte[] words = WORDS.getBytes(StandardCharsets.ISO_8859_1);

  private final short[] slots = new short[SLOTS];

  /// Makes a table of the words.
  CommonWords() {
    int from = 0;
    while (from < words.length) {
      int end = from;
      while (words[end] != ' ') {
        end++;
      }
      int length = end - from;
      int slot =
          slot(
              words[from],
              words[from + length / 2],
              words[end - 1],
              words[end - 1 - length / 4],
              length);
      while (slots[slot] != 0) {
        slot = (slot + 1) % SLOTS;
      }
      slots[slot] = (short) (from + 1);
      from = end + 1;
    }
  }

  /// Returns all words, each followed by a blank.
  public static String all() {
    return WORDS;
  }

  /// Returns whether a part of a text is one of the words.
  boolean contains(char[] text, int from, int to) {
    int length = to - from;
    int slot =
        slot(text[from], text[from + length / 2], text[to - 1], text[to - 1 - length / 4], length);
    while (slots[slot] != 0) {
      int at = slots[slot] - 1;
      int compared = from;
      while (compared < to && words[at] == text[compared]) {
        at++;
        compared++;
      }
      if (compared == to && words[at] == ' ') {
        return true;
      }
      slot = (slot + 1) % SLOTS;
    }
    return false;
  }

  /// A few letters identify most words; the others are compared.
  private static int slot(int first, int middle, int last, int late, int length) {
    int hash = first * 31 + middle;
    hash = (hash * 31 + last) * 31 + late;
    hash = hash * 31 + length;
    return (hash ^ hash >>> 12) & (SLOTS - 1);
  }
}
