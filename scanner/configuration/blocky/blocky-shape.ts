/**
 * The Blocky shape table lists the options of config.yml, those on their way out among them, as `readShapes` reads them: those of the
 * schema that Blocky publishes (`docs/config.schema.json`, 2026). A duration may be a number, which is of minutes.
 */
export const blockyShapeTable = `
. | dual/v4/v6 | connectIPVersion
. | 1.0/1.1/1.2/1.3 | minTlsServeVersion
. | text | certFile keyFile
. | any | bootstrapDns
upstreams | text[]{} | groups
upstreams | duration-or-number | timeout
upstreams | parallel_best/strict/random | strategy
upstreams | text | userAgent
upstreams.init | blocking/failOnError/fast | strategy
upstreams.quic | duration-or-number | maxIdleTimeout keepAlivePeriod
customDNS | duration-or-number | customTTL
customDNS | text | zone
customDNS | boolean | filterUnmappedTypes fallbackUpstream
customDNS | text{} | rewrite
customDNS | any{} | mapping
conditional | boolean | fallbackUpstream
conditional | text{} | rewrite mapping
blocking | text[]{} | denylists allowlists blackLists whiteLists clientGroupsBlock listSchedules
blocking | text | blockType
blocking | duration-or-number | blockTTL refreshPeriod downloadTimeout downloadCooldown
blocking | blocking/failOnError/fast | startStrategy
blocking | number | maxErrorsPerFile
blocking | count | downloadAttempts processingConcurrency
blocking | boolean | failStartOnListError
blocking.schedules{} | text | start end
blocking.schedules{} | mon/tue/wed/thu/fri/sat/sun[] | weekdays
blocking.loading | duration-or-number | refreshPeriod
blocking.loading | blocking/failOnError/fast | strategy
blocking.loading | number | maxErrorsPerSource
blocking.loading | count | concurrency
blocking.loading.downloads | duration-or-number | timeout cooldown writeTimeout readTimeout readHeaderTimeout
blocking.loading.downloads | count | attempts
clientLookup | address[]{} | clients
clientLookup | text | upstream
clientLookup | count[] | singleNameOrder
caching | duration-or-number | minTime maxTime cacheTimeNegative prefetchExpires
caching | number | maxItemsCount prefetchThreshold prefetchMaxItemsCount
caching | boolean | prefetching
caching | text[] | exclude
queryLog | text | target
queryLog | console/none/mysql/postgresql/csv/csv-client/timescale | type
queryLog | duration-or-number | creationCooldown flushInterval
queryLog | count | logRetentionDays
queryLog | number | creationAttempts
queryLog | clientIP/clientName/responseReason/responseAnswer/question/duration[] | fields
queryLog.ignore | boolean | sudn
prometheus | boolean | enable
prometheus | text | path
redis | text | address username password sentinelUsername sentinelPassword
redis | duration-or-number | connectionCooldown
redis | number | database connectionAttempts
redis | boolean | required
redis | text[] | sentinelAddresses
log | panic/fatal/error/warn/warning/info/debug/trace | level
log | text/json | format
log | boolean | privacy timestamp
ports | any | dns http https tls
ports | text | dohPath
hostsFile | text[] | sources
hostsFile | text | filePath
hostsFile | duration-or-number | hostsTTL refreshPeriod
hostsFile | boolean | filterLoopback
hostsFile.loading | duration-or-number | refreshPeriod
hostsFile.loading | blocking/failOnError/fast | strategy
hostsFile.loading | number | maxErrorsPerSource
hostsFile.loading | count | concurrency
hostsFile.loading.downloads | duration-or-number | timeout cooldown writeTimeout readTimeout readHeaderTimeout
hostsFile.loading.downloads | count | attempts
fqdnOnly | boolean | enable
filtering | text[] | queryTypes
ede | boolean | enable
ecs | boolean | useAsClient forward
ecs | text | ipv4Mask ipv6Mask
specialUseDomains | boolean | enable rfc6762-appendixG
dns64 | boolean | enable
dns64 | network[] | prefixes exclusionSet
dnssec | boolean | validate
dnssec | text[] | trustAnchors
dnssec | count | maxChainDepth cacheExpirationHours maxNSEC3Iterations maxUpstreamQueries clockSkewToleranceSec
http3 | boolean | enable
rateLimit | boolean | enable
rateLimit | count | rate burst ipv4Prefix ipv6Prefix
rateLimit | network[] | allowlist
. | text[]{} | upstream
. | duration-or-number | upstreamTimeout
. | text | dohUserAgent
. | panic/fatal/error/warn/warning/info/debug/trace | logLevel
. | text/json | logFormat
. | boolean | startVerifyUpstream disableIPv6 logPrivacy logTimestamp
. | any | port httpPort httpsPort tlsPort
`;
