/** How a technology shows itself in the headers of a site. */
export interface HeaderTechnology {
  readonly name: string;
  readonly category: string;
  readonly subcategory?: string;
  readonly website: string;
  /** Lower case. */
  readonly header: string;
  /** The first group is the version, where there is one; any value will do without a pattern. */
  readonly value?: RegExp;
  /** 0 to 100. */
  readonly confidence: number;
}

type Rest = Pick<HeaderTechnology, 'header'> &
  Partial<Pick<HeaderTechnology, 'value' | 'confidence' | 'subcategory'>>;
const tech = (name: string, category: string, website: string, rest: Rest): HeaderTechnology => ({
  name,
  category,
  website,
  confidence: 95,
  ...rest,
});
const server = (name: string, website: string, value: RegExp) =>
  tech(name, 'Web servers', website, { header: 'server', value });
const poweredBy = (name: string, category: string, website: string, value: RegExp) =>
  tech(name, category, website, { header: 'x-powered-by', value });
const cookie = (name: string, category: string, website: string, value: RegExp) =>
  tech(name, category, website, { header: 'set-cookie', value, confidence: 85 });

/** A set of our own; names and versions as servers give them. */
export const headerTechnologies: readonly HeaderTechnology[] = [
  server('nginx', 'https://nginx.org', /^nginx(?:\/([\d.]+))?/i),
  server('Apache HTTP Server', 'https://httpd.apache.org', /^Apache(?:\/([\d.]+))?(?!-Coyote)/i),
  server('Microsoft IIS', 'https://www.iis.net', /^Microsoft-IIS(?:\/([\d.]+))?/i),
  server('LiteSpeed', 'https://www.litespeedtech.com', /^LiteSpeed/i),
  server('OpenResty', 'https://openresty.org', /^openresty(?:\/([\d.]+))?/i),
  server('Caddy', 'https://caddyserver.com', /^Caddy/i),
  server('Tengine', 'https://tengine.taobao.org', /^Tengine(?:\/([\d.]+))?/i),
  server('Envoy', 'https://www.envoyproxy.io', /^(?:istio-)?envoy$/i),
  server('HAProxy', 'https://www.haproxy.org', /^HAProxy/i),
  server('Gunicorn', 'https://gunicorn.org', /^gunicorn(?:\/([\d.]+))?/i),
  server('Uvicorn', 'https://www.uvicorn.org', /^uvicorn/i),
  server('Kestrel', 'https://learn.microsoft.com/aspnet/core', /^Kestrel/i),
  server('Apache Tomcat', 'https://tomcat.apache.org', /^Apache-Coyote|^Apache Tomcat(?:\/([\d.]+))?/i),
  server('Jetty', 'https://jetty.org', /^Jetty(?:\(([\d.]+))?/i),
  server('Cowboy', 'https://ninenines.eu', /^Cowboy/i),
  server('lighttpd', 'https://www.lighttpd.net', /^lighttpd(?:\/([\d.]+))?/i),
  server('Phusion Passenger', 'https://www.phusionpassenger.com', /Phusion Passenger(?:\(R\))? ?([\d.]+)?/i),
  tech('OpenSSL', 'Libraries', 'https://www.openssl.org', {
    header: 'server',
    value: /\bOpenSSL\/([\w.]+)/i,
  }),
  tech('Varnish', 'Caches', 'https://www.varnish-software.com', {
    header: 'via',
    value: /\bvarnish\b(?: \(Varnish\/([\d.]+)\))?/i,
  }),
  tech('Varnish', 'Caches', 'https://www.varnish-software.com', { header: 'x-varnish' }),
  tech('Squid', 'Caches', 'https://www.squid-cache.org', {
    header: 'via',
    value: /\(squid(?:\/([\d.]+))?\)/i,
  }),
  poweredBy('PHP', 'Programming languages', 'https://www.php.net', /\bPHP(?:\/([\d.]+))?/i),
  poweredBy('ASP.NET', 'Web frameworks', 'https://dotnet.microsoft.com/apps/aspnet', /^ASP\.NET/i),
  poweredBy('Express', 'Web frameworks', 'https://expressjs.com', /^Express$/i),
  poweredBy('Next.js', 'Web frameworks', 'https://nextjs.org', /^Next\.js ?([\d.]+)?/i),
  poweredBy('Nuxt', 'Web frameworks', 'https://nuxt.com', /^Nuxt(?:\.js)? ?([\d.]+)?/i),
  poweredBy('Servlet', 'Web frameworks', 'https://jakarta.ee', /^Servlet\/([\d.]+)/i),
  poweredBy('Plesk', 'Hosting panels', 'https://www.plesk.com', /^PleskLin|^PleskWin/i),
  poweredBy('Sails.js', 'Web frameworks', 'https://sailsjs.com', /^Sails/i),
  tech('ASP.NET', 'Web frameworks', 'https://dotnet.microsoft.com/apps/aspnet', {
    header: 'x-aspnet-version',
    value: /^([\d.]+)/,
  }),
  tech('ASP.NET MVC', 'Web frameworks', 'https://dotnet.microsoft.com/apps/aspnet/mvc', {
    header: 'x-aspnetmvc-version',
    value: /^([\d.]+)/,
  }),
  tech('Drupal', 'CMS', 'https://www.drupal.org', { header: 'x-generator', value: /^Drupal ?(\d+)?/i }),
  tech('Drupal', 'CMS', 'https://www.drupal.org', { header: 'x-drupal-cache' }),
  tech('Drupal', 'CMS', 'https://www.drupal.org', { header: 'x-drupal-dynamic-cache' }),
  tech('WordPress', 'CMS', 'https://wordpress.org', {
    header: 'link',
    value: /rel="https:\/\/api\.w\.org\/"/i,
  }),
  tech('WordPress', 'CMS', 'https://wordpress.org', {
    header: 'x-pingback',
    value: /\/xmlrpc\.php$/i,
    confidence: 90,
  }),
  tech('TYPO3', 'CMS', 'https://typo3.org', { header: 'x-typo3-parsetime' }),
  tech('Magento', 'E-commerce', 'https://business.adobe.com', { header: 'x-magento-vary' }),
  tech('Magento', 'E-commerce', 'https://business.adobe.com', { header: 'x-magento-tags' }),
  tech('Shopify', 'E-commerce', 'https://www.shopify.com', { header: 'x-shopid' }),
  tech('Wix', 'Site builders', 'https://www.wix.com', { header: 'x-wix-request-id' }),
  tech('Squarespace', 'Site builders', 'https://www.squarespace.com', {
    header: 'server',
    value: /^Squarespace$/i,
  }),
  tech('Ghost', 'CMS', 'https://ghost.org', { header: 'x-ghost-cache-status' }),
  tech('Ruby on Rails', 'Web frameworks', 'https://rubyonrails.org', {
    header: 'x-runtime',
    value: /^\d+\.\d{4,}$/,
    confidence: 70,
  }),
  tech('HTTP/3', 'Protocols', 'https://www.rfc-editor.org/rfc/rfc9114', {
    header: 'alt-svc',
    value: /\bh3(?:-\d+)?=/,
  }),
  tech('HSTS', 'Security', 'https://www.rfc-editor.org/rfc/rfc6797', {
    header: 'strict-transport-security',
    value: /max-age="?[1-9]/i,
  }),
  tech('Content Security Policy', 'Security', 'https://www.w3.org/TR/CSP3/', {
    header: 'content-security-policy',
  }),
  cookie('PHP', 'Programming languages', 'https://www.php.net', /(?:^|[,;] ?)PHPSESSID=/),
  cookie('Java', 'Programming languages', 'https://www.java.com', /(?:^|[,;] ?)JSESSIONID=/),
  cookie(
    'ASP.NET',
    'Web frameworks',
    'https://dotnet.microsoft.com/apps/aspnet',
    /(?:^|[,;] ?)ASP\.NET_SessionId=|(?:^|[,;] ?)\.AspNetCore\./,
  ),
  cookie('Laravel', 'Web frameworks', 'https://laravel.com', /(?:^|[,;] ?)laravel_session=/),
  cookie('Django', 'Web frameworks', 'https://www.djangoproject.com', /(?:^|[,;] ?)csrftoken=/),
  cookie('CodeIgniter', 'Web frameworks', 'https://codeigniter.com', /(?:^|[,;] ?)ci_session=/),
  cookie('Shopify', 'E-commerce', 'https://www.shopify.com', /(?:^|[,;] ?)_shopify_[a-z]=/),
  cookie('PrestaShop', 'E-commerce', 'https://prestashop.com', /(?:^|[,;] ?)PrestaShop-/),
  cookie('Joomla', 'CMS', 'https://www.joomla.org', /(?:^|[,;] ?)joomla_/),
];
