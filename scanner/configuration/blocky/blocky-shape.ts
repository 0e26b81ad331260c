/**
 * The Blocky shape table lists the options of config.yml of Blocky up to 0.26, those on their way out among them, as `readShapes` reads
 * them. Durations are texts.
 */
export const blockyShapeTable = `
. | text | connectIPVersion minTlsServeVersion certFile keyFile
. | any | bootstrapDns dnssec dns64
upstreams | text[]{} | groups
upstreams | text | timeout strategy userAgent
upstreams.init | text | strategy
customDNS | text | customTTL zone
customDNS | boolean | filterUnmappedTypes
customDNS | text{} | rewrite mapping
conditional | boolean | fallbackUpstream
conditional | text{} | rewrite mapping
blocking | text[]{} | denylists allowlists blackLists whiteLists clientGroupsBlock
blocking | text | blockType blockTTL refreshPeriod downloadTimeout downloadCooldown startStrategy
blocking | number | downloadAttempts processingConcurrency maxErrorsPerFile
blocking | boolean | failStartOnListError
blocking.loading | text | refreshPeriod strategy
blocking.loading | number | concurrency maxErrorsPerSource
blocking.loading.downloads | text | timeout cooldown writeTimeout readTimeout readHeaderTimeout
blocking.loading.downloads | number | attempts
clientLookup | text[]{} | clients
clientLookup | text | upstream
clientLookup | number[] | singleNameOrder
caching | text | minTime maxTime cacheTimeNegative prefetchExpires
caching | number | maxItemsCount prefetchThreshold prefetchMaxItemsCount
caching | boolean | prefetching
caching | text[] | exclude
queryLog | text | target type creationCooldown flushInterval
queryLog | number | logRetentionDays creationAttempts
queryLog | text[] | fields
queryLog.ignore | boolean | sudn
queryLog.ignore | text[] | domains
prometheus | boolean | enable
prometheus | text | path
redis | text | address username password connectionCooldown sentinelUsername sentinelPassword
redis | number | database connectionAttempts
redis | boolean | required
redis | text[] | sentinelAddresses
log | text | level format
log | boolean | privacy timestamp hostname
ports | any | dns http https tls
ports | text | dohPath
hostsFile | text[] | sources
hostsFile | text | hostsTTL filePath refreshPeriod
hostsFile | boolean | filterLoopback
hostsFile.loading | text | refreshPeriod strategy
hostsFile.loading | number | concurrency maxErrorsPerSource
hostsFile.loading.downloads | text | timeout cooldown writeTimeout readTimeout readHeaderTimeout
hostsFile.loading.downloads | number | attempts
fqdnOnly | boolean | enable
filtering | text[] | queryTypes
ede | boolean | enable
ecs | boolean | useAsClient forward
ecs | number | ipv4Mask ipv6Mask
specialUseDomains | boolean | enable rfc6762-appendixG
. | text[]{} | upstream
. | text | upstreamTimeout logLevel logFormat dohUserAgent
. | boolean | startVerifyUpstream disableIPv6 logPrivacy logTimestamp
. | any | port httpPort httpsPort tlsPort
`;
