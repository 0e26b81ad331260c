import type { BenignKind } from './benign-kind.ts';
import type { SeededRandom } from './seeded-random.ts';
import { wordLists } from './word-lists.ts';

const { adjectives, nouns, verbs, trade } = wordLists;

/** Abbreviations that engineers put into names, from memory. */
const abbreviations = `
  abc acl aes ai alsa api arm ascii asn aws bcm bgp bios bsd btc cad cam cc cd cdn cgi cli cms cnc cpu crm crypt css csv ctl
  cvs cxx db dbus dcm dev dhcp dns dos dsl dsp dtd dvb dvd ecma edu efi elf emc eth exe fbsd fft fltk fm fpga fs ftp gcc gdb gfx
  gif git gl gnu gps gpu graph gtk gui gz hdd hdmi hpc hr html http hub hw ibm icq ide iec ieee imap intl io iot ip ips irc
  iso isp jdbc jpeg jpg js json jvm kde kml lab lcd ldap led lib linux llvm lms lpg ltd lua lxc mac md mp mpeg mpi mq msg
  mtb mtr mvc nas nc net nfc nfs ng nlp nntp npm ntp oauth obj odbc ogg openbsd orm os osm pc pcb pcl pcm pdf perl pgp php
  pki pkg png pos pptp ps pub px py qa qemu qml qt rdf rdp rest rfc rfid rgb rpc rpm rss rtf rtp sap sci scp sdk sdl sdr seo sftp
  sgml sh sip sms smtp snmp soap sparc sqli sql ssd ssh ssl stl svg svn swf sys tar tcl tcp tex tftp tgz tif tk tls tmp
  tv txt ua udp ui unix upnp url usb usr utf uucp uuid ux vcs vfs vga vhs vm vnc voip vpn vrml wav wdm web wgs wifi win
  wlan wm wp ws wsdl wx xfs xhtml xls xml xmpp xsl xul yaml yml zfs zip zsh`
  .trim()
  .split(/\s+/);

const initials = 'abcdefghijklmnoprstuvw';
const consonantsOf = (word: string): string => word.replace(/(?<!^)[aeiou]/g, '');
const readable = (r: SeededRandom): string =>
  r.of([nouns, nouns, adjectives, verbs, trade][r.between(0, 4)]!);

/** These kinds make names with abbreviations: people read them, though their letters fall as no language's do. */
export const abbreviatedKinds: readonly BenignKind[] = [
  {
    name: 'initials and trade',
    trained: true,
    label: (r) => r.text(initials, r.between(2, 4)) + r.of(trade),
  },
  {
    name: 'initials and word',
    trained: true,
    label: (r) => inOrder(r, r.text(initials, r.between(1, 3)), readable(r)),
  },
  {
    name: 'abbreviation and word',
    trained: true,
    label: (r) => inOrder(r, r.of(abbreviations), readable(r)),
  },
  {
    name: 'two abbreviations',
    trained: true,
    label: (r) =>
      `${r.of(abbreviations)}${r.of(['', '', '-'])}${r.of(abbreviations)}${r.of(['', '', readable(r)])}`,
  },
  {
    name: 'word, number, word',
    trained: true,
    label: (r) =>
      `${r.of([r.text(initials, r.between(1, 2)), r.of(abbreviations), readable(r)])}${r.of(['2', '4', '3', '0', '1', '5', '8', '24', '360'])}${readable(r)}`,
  },
  {
    name: 'without vowels',
    trained: true,
    label: (r) => inOrder(r, consonantsOf(readable(r)), r.of(trade)),
  },
  {
    name: 'standard and number',
    trained: true,
    label: (r) =>
      `${r.of(abbreviations)}${r.of(['', '-'])}${r.between(1, 9_999)}${r.of(['', '', r.text(initials, 1), r.of(trade)])}`,
  },
];

/** Either way round, now and then with a hyphen between. */
function inOrder(random: SeededRandom, first: string, second: string): string {
  const between = random.next() < 0.2 ? '-' : '';
  return random.next() < 0.6 ? first + between + second : second + between + first;
}
