/**
 * Names that no feed may call bad: they appear on lists by mistake, or because somebody abused one page of them. The
 * names themselves and `www.` before them are meant, not all that is below: a tenant may well be bad.
 */
// biome-ignore format: a list reads better as a block than as a line a name.
export const wellKnownNames: ReadonlySet<string> = new Set([
  'google.com', 'youtube.com', 'gstatic.com', 'googleapis.com', 'googleusercontent.com', 'gmail.com',
  'goo.gl', 'docs.google.com', 'drive.google.com', 'sites.google.com', 'forms.gle', 'storage.googleapis.com',
  'microsoft.com', 'windows.com', 'office.com', 'office365.com', 'live.com', 'outlook.com', 'bing.com',
  'msn.com', 'skype.com', 'linkedin.com', 'github.com', 'raw.githubusercontent.com', 'githubusercontent.com',
  'gist.github.com', 'gitlab.com', 'bitbucket.org', 'apple.com', 'icloud.com', 'amazon.com', 'amazonaws.com',
  's3.amazonaws.com', 'cloudfront.net', 'facebook.com', 'fbcdn.net', 'instagram.com', 'whatsapp.com',
  'whatsapp.net', 'twitter.com', 'x.com', 't.co', 'twimg.com', 'wikipedia.org', 'wikimedia.org', 'yahoo.com',
  'netflix.com', 'dropbox.com', 'dropboxusercontent.com', 'cloudflare.com', 'cloudflare-dns.com',
  'one.one.one.one', 'dns.google', 'quad9.net', 'akamai.net', 'akamaiedge.net', 'fastly.net', 'mozilla.org',
  'firefox.com', 'adobe.com', 'oracle.com', 'java.com', 'salesforce.com', 'zoom.us', 'slack.com',
  'discord.com', 'discordapp.com', 'cdn.discordapp.com', 'telegram.org', 't.me', 'api.telegram.org',
  'reddit.com', 'pinterest.com', 'tumblr.com', 'wordpress.com', 'wordpress.org', 'blogger.com',
  'blogspot.com', 'medium.com', 'paypal.com', 'stripe.com', 'ebay.com', 'etsy.com', 'shopify.com', 'wix.com',
  'squarespace.com', 'godaddy.com', 'namecheap.com', 'letsencrypt.org', 'digicert.com', 'sectigo.com',
  'verisign.com', 'icann.org', 'iana.org', 'ietf.org', 'w3.org', 'debian.org', 'ubuntu.com', 'kernel.org',
  'python.org', 'npmjs.com', 'npmjs.org', 'docker.com', 'docker.io', 'jsdelivr.net', 'cdn.jsdelivr.net',
  'unpkg.com', 'cdnjs.cloudflare.com', 'bit.ly', 'tinyurl.com', 'is.gd', 'pastebin.com', 'archive.org',
  'web.archive.org', 'sourceforge.net', 'vk.com', 'yandex.ru', 'mail.ru', 'baidu.com', 'qq.com',
  'taobao.com', 'alibaba.com', 'aliexpress.com', 'weibo.com', 'naver.com', 'virustotal.com', 'abuse.ch',
  'spamhaus.org', 'shodan.io', 'example.com', 'example.net', 'example.org',
]);

/** Networks that are nobody's on the internet (IANA special-purpose registries), and public resolvers. */
// biome-ignore format: a list reads better as a block than as a line a name.
export const wellKnownNetworks: readonly string[] = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12',
  '192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
  '224.0.0.0/3', '::', '::1', 'fc00::/7', 'fe80::/10', 'ff00::/8', '2001:db8::/32', '8.8.8.8', '8.8.4.4',
  '1.1.1.1', '1.0.0.1', '1.1.1.2', '1.1.1.3', '9.9.9.9', '9.9.9.10', '149.112.112.112', '208.67.222.222',
  '208.67.220.220', '94.140.14.14', '94.140.15.15', '4.2.2.1', '4.2.2.2', '64.6.64.6', '64.6.65.6',
  '2001:4860:4860::8888', '2001:4860:4860::8844', '2606:4700:4700::1111', '2606:4700:4700::1001',
  '2620:fe::fe', '2620:fe::9', '198.41.0.4', '199.9.14.201', '192.33.4.12', '199.7.91.13', '192.203.230.10',
  '192.5.5.241', '192.112.36.4', '198.97.190.53', '192.36.148.17', '192.58.128.30', '193.0.14.129',
  '199.7.83.42', '202.12.27.33',
];
