import type { Recipe } from '../recipe.ts';

const hello =
  '<!DOCTYPE html><html lang="en"><head><title>A page</title></head><body><h1>A page</h1></body></html>';
const index = { 'www/index.html': hello };
/** PHP's own server, without the modules that nobody asks for. */
const php = (folder: string) =>
  `M=$(echo $ROOT/usr/lib/php/2*); exec $ROOT/usr/bin/php8.2 -n -d extension_dir=$M -d extension=mbstring -d extension=xml -d extension=dom -d extension=simplexml -d extension=xmlreader -d extension=ctype -d extension=iconv -d extension=tokenizer -d extension=fileinfo -d extension=pdo -d extension=pdo_sqlite -d extension=sqlite3 -d extension=mysqlnd -d extension=mysqli -S 127.0.0.1:$PORT -t ${folder}`;
const phpPackages = [
  'php8.2-cli',
  'php8.2-common',
  'php8.2-mbstring',
  'php8.2-xml',
  'php8.2-sqlite3',
  'php8.2-mysql',
];
const phpThere = { PHP: 'deb:php8.2-cli' };

export const debianRecipes: readonly Recipe[] = [
  {
    name: 'nginx',
    debian: ['nginx-light', 'nginx'],
    files: index,
    run: `printf 'pid n.pid; error_log e.log; worker_processes 1; daemon off; events {} http { access_log off; client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5; server { listen 127.0.0.1:%s; root %s/www; } }' $PORT $PWD > n.conf; exec $ROOT/usr/sbin/nginx -p $PWD -e e.log -c $PWD/n.conf`,
    there: { nginx: 'deb:nginx' },
  },
  {
    name: 'An error of nginx',
    debian: ['nginx-light', 'nginx'],
    files: index,
    path: '/missing',
    run: `printf 'pid n.pid; error_log e.log; worker_processes 1; daemon off; events {} http { access_log off; client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5; server_tokens off; server { listen 127.0.0.1:%s; root %s/www; } }' $PORT $PWD > n.conf; exec $ROOT/usr/sbin/nginx -p $PWD -e e.log -c $PWD/n.conf`,
    there: { nginx: 'deb:nginx' },
  },
  {
    name: 'nginx in front of what answers nothing',
    debian: ['nginx-light', 'nginx'],
    files: index,
    run: `printf 'pid n.pid; error_log e.log; worker_processes 1; daemon off; events {} http { access_log off; client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5; server { listen 127.0.0.1:%s; location / { proxy_pass http://127.0.0.1:9; } } }' $PORT > n.conf; exec $ROOT/usr/sbin/nginx -p $PWD -e e.log -c $PWD/n.conf`,
    there: { nginx: 'deb:nginx' },
  },
  {
    name: 'Apache HTTP Server',
    debian: ['apache2-bin'],
    files: index,
    run: `printf 'ServerRoot %s\\nListen 127.0.0.1:%s\\nPidFile %s/a.pid\\nErrorLog %s/e.log\\nServerName site.example\\nLoadModule mpm_event_module %s/usr/lib/apache2/modules/mod_mpm_event.so\\nLoadModule authz_core_module %s/usr/lib/apache2/modules/mod_authz_core.so\\nLoadModule dir_module %s/usr/lib/apache2/modules/mod_dir.so\\nLoadModule mime_module %s/usr/lib/apache2/modules/mod_mime.so\\nTypesConfig /etc/mime.types\\nServerTokens Full\\nDocumentRoot %s/www\\n' $PWD $PORT $PWD $PWD $ROOT $ROOT $ROOT $ROOT $PWD > a.conf; touch mime.types; sed -i "s,/etc/mime.types,$PWD/mime.types," a.conf; exec $ROOT/usr/sbin/apache2 -f $PWD/a.conf -D FOREGROUND`,
    there: { 'Apache HTTP Server': 'deb:apache2-bin', Debian: null },
  },
  {
    name: 'An error of Apache HTTP Server',
    debian: ['apache2-bin'],
    files: index,
    path: '/missing',
    run: `printf 'ServerRoot %s\\nListen 127.0.0.1:%s\\nPidFile %s/a.pid\\nErrorLog %s/e.log\\nServerName site.example\\nLoadModule mpm_event_module %s/usr/lib/apache2/modules/mod_mpm_event.so\\nLoadModule authz_core_module %s/usr/lib/apache2/modules/mod_authz_core.so\\nServerTokens Prod\\nServerSignature On\\nDocumentRoot %s/www\\n' $PWD $PORT $PWD $PWD $ROOT $ROOT $PWD > a.conf; exec $ROOT/usr/sbin/apache2 -f $PWD/a.conf -D FOREGROUND`,
    there: { 'Apache HTTP Server': 'deb:apache2-bin' },
  },
  {
    name: 'lighttpd',
    debian: ['lighttpd'],
    files: index,
    run: `printf 'server.document-root = "%s/www"\\nserver.port = %s\\nserver.bind = "127.0.0.1"\\nindex-file.names = ("index.html")\\nserver.modules = ()\\nmimetype.assign = (".html" => "text/html")\\n' $PWD $PORT > l.conf; exec $ROOT/usr/sbin/lighttpd -D -f l.conf -m $ROOT/usr/lib/lighttpd`,
    there: { lighttpd: 'deb:lighttpd' },
  },
  {
    name: 'Caddy',
    debian: ['caddy'],
    files: index,
    run: 'exec $ROOT/usr/bin/caddy file-server --root www --listen 127.0.0.1:$PORT',
    there: { Caddy: 'deb:caddy', Go: null },
  },
  {
    name: 'Varnish in front of lighttpd',
    debian: ['varnish', 'lighttpd'],
    files: index,
    run: `P=$((PORT+1)); printf 'server.document-root = "%s/www"\\nserver.port = %s\\nserver.bind = "127.0.0.1"\\nindex-file.names = ("index.html")\\nserver.modules = ()\\nmimetype.assign = (".html" => "text/html")\\n' $PWD $P > l.conf; $ROOT/usr/sbin/lighttpd -f l.conf -m $ROOT/usr/lib/lighttpd -D & exec $ROOT/usr/sbin/varnishd -F -n $PWD/v -j none -a 127.0.0.1:$PORT -b 127.0.0.1:$P`,
    there: { Varnish: 'deb:varnish', lighttpd: 'deb:lighttpd' },
  },
  {
    name: 'HAProxy without anybody behind',
    debian: ['haproxy'],
    run: `printf 'defaults\\n mode http\\n timeout client 5s\\n timeout server 5s\\n timeout connect 5s\\nfrontend f\\n bind 127.0.0.1:%s\\n default_backend b\\nbackend b\\n' $PORT > h.cfg; exec $ROOT/usr/sbin/haproxy -db -f h.cfg`,
    there: { HAProxy: 'deb:haproxy' },
  },
  {
    name: 'H2O',
    debian: ['h2o'],
    files: index,
    run: `printf 'listen: {port: %s, host: 127.0.0.1}\\nhosts: {default: {paths: {/: {file.dir: %s/www}}}}\\n' $PORT $PWD > h.yaml; exec $ROOT/usr/bin/h2o -c h.yaml`,
    there: { H2O: 'deb:h2o' },
  },
  {
    name: 'mini_httpd',
    debian: ['mini-httpd'],
    files: index,
    run: 'exec $ROOT/usr/sbin/mini_httpd -D -h 127.0.0.1 -p $PORT -d www',
    there: { mini_httpd: 'deb:mini-httpd' },
  },
  {
    name: 'webfs',
    debian: ['webfs'],
    files: index,
    run: 'exec $ROOT/usr/bin/webfsd -F -i 127.0.0.1 -p $PORT -r $PWD/www -f index.html',
    there: {},
  },
  {
    name: 'Tinyproxy, an error',
    debian: ['tinyproxy-bin'],
    run: `printf 'Port %s\\nListen 127.0.0.1\\nTimeout 5\\nMaxClients 5\\nStatHost "nowhere.example"\\n' $PORT > t.conf; exec $ROOT/usr/bin/tinyproxy -d -c t.conf`,
    there: {},
  },
  {
    name: 'nghttpx without anybody behind',
    debian: ['nghttp2-proxy'],
    run: `exec $ROOT/usr/sbin/nghttpx --conf=/dev/null -f "127.0.0.1,$PORT;no-tls" -b 127.0.0.1,9`,
    there: {},
  },
  {
    name: 'Transmission',
    debian: ['transmission-daemon', 'transmission-common'],
    path: '/transmission/web/',
    run: 'TRANSMISSION_WEB_HOME=$(dirname $(find $ROOT/usr/share/transmission -name index.html | head -1)) exec $ROOT/usr/bin/transmission-daemon -f -g d -p $PORT -r 127.0.0.1 --no-auth',
    there: { jQuery: null, 'jQuery UI': null, 'jQuery Migrate': null },
  },
  {
    name: 'Hugo',
    debian: ['hugo'],
    files: {
      'hugo.toml': "baseURL = 'https://site.example/'\ntitle = 'A'\ndisableKinds = ['taxonomy', 'term']\n",
      'content/_index.md': '# A\n',
      'layouts/index.html':
        '<!DOCTYPE html><html lang="en"><head><title>A</title></head><body>{{ .Content }}</body></html>',
    },
    before: ['cp hugo.toml config.toml; $ROOT/usr/bin/hugo --quiet'],
    serve: 'public',
    there: { Hugo: 'deb:hugo' },
  },
  {
    name: 'Doxygen',
    debian: ['doxygen'],
    files: {
      'a.h': '/** @file a.h A. */\nint a;\n',
      Doxyfile: 'INPUT = a.h\nGENERATE_LATEX = NO\nQUIET = YES\nWARNINGS = NO\nHAVE_DOT = NO\n',
    },
    before: ['$ROOT/usr/bin/doxygen'],
    serve: 'html',
    there: { Doxygen: 'deb:doxygen', jQuery: null },
  },
  {
    name: 'PHP by itself',
    debian: phpPackages,
    files: {
      'www/index.php': `${hello}<?php session_start(['save_path' => '/tmp']);`.replace(
        /(.*)(<\?php.*)/s,
        '$2 ?>$1',
      ),
    },
    run: php('www'),
    there: phpThere,
  },
  {
    name: 'DokuWiki',
    debian: [...phpPackages, 'dokuwiki'],
    before: [
      'cp -rL $ROOT/usr/share/dokuwiki www 2>/dev/null; rm -rf www/data www/conf www/lib/plugins www/lib/tpl; cp -r $ROOT/etc/dokuwiki www/conf 2>/dev/null; cp -r $ROOT/var/lib/dokuwiki/lib/* www/lib/ 2>/dev/null; cp -r $ROOT/var/lib/dokuwiki/data www/data 2>/dev/null; true',
    ],
    path: '/doku.php',
    run: php('www'),
    there: { DokuWiki: null, jQuery: null, ...phpThere },
  },
  {
    name: 'Adminer',
    debian: [...phpPackages, 'adminer'],
    before: [
      'mkdir -p www; cp $ROOT/usr/share/adminer/adminer.php www/index.php || cp $(find $ROOT/usr/share/adminer -name "adminer*.php" | head -1) www/index.php',
    ],
    run: php('www'),
    there: { Adminer: 'deb:adminer', ...phpThere },
  },
  {
    name: 'WEBrick',
    debian: ['ruby', 'ruby3.1', 'libruby3.1', 'ruby-webrick'],
    files: index,
    run: `R=$ROOT/usr/lib/ruby; exec $ROOT/usr/bin/ruby3.1 --disable-gems -I $R/3.1.0 -I $R/vendor_ruby -I $R/x86_64-linux-gnu/3.1.0 -I $ROOT/usr/lib/x86_64-linux-gnu/ruby/3.1.0 -I $ROOT/usr/share/rubygems-integration/all/gems/webrick-1.8.1/lib -e 'require "webrick"; WEBrick::HTTPServer.new(Port: ENV["PORT"].to_i, BindAddress: "127.0.0.1", DocumentRoot: "www", AccessLog: [], Logger: WEBrick::Log.new("/dev/null")).start'`,
    there: { WEBrick: 'deb:ruby-webrick', Ruby: 'deb:ruby3.1' },
  },
  {
    name: 'Apache Tomcat',
    debian: [
      'libtomcat10-java',
      'libtomcat10-embed-java',
      'libtaglibs-standard-impl-java',
      'libeclipse-jdt-core-java',
    ],
    files: {
      'M.java': `import org.apache.catalina.startup.Tomcat; import java.io.File;
public class M { public static void main(String[] a) throws Exception { Tomcat t = new Tomcat(); t.setBaseDir("b"); t.setPort(Integer.parseInt(System.getenv("PORT"))); t.getConnector().setProperty("address", "127.0.0.1"); t.addContext("", new File(".").getAbsolutePath()); t.start(); t.getServer().await(); } }`,
    },
    path: '/missing',
    run: 'exec java -cp "$ROOT/usr/share/java/tomcat10-embed-core.jar:$ROOT/usr/share/java/tomcat10-annotations-api.jar:$(ls $ROOT/usr/share/java/tomcat10-*.jar | tr "\\n" ":")" M.java',
    there: { 'Apache Tomcat': 'deb:libtomcat10-java', Java: null },
  },
];
