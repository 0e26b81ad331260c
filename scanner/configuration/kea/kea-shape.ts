/**
 * The Kea shape table lists the options of what in Kea 2.6 has to do with DNS, by its manual, and as Kea 2.2 takes them, as `readShapes` reads them: the
 * server of dynamic updates, and the control agent. Those of DHCP are not held against a list.
 */
export const keaShapeTable = `
. | any | Dhcp4 Dhcp6 Netconf
DhcpDdns | text | ip-address ncr-protocol ncr-format comment
DhcpDdns | number | port dns-server-timeout
DhcpDdns | any | control-sockets hooks-libraries user-context
DhcpDdns.loggers[] | text | name severity comment
DhcpDdns.loggers[] | number | debuglevel
DhcpDdns.loggers[] | any | user-context
DhcpDdns.loggers[].output_options[] | text | output pattern
DhcpDdns.loggers[].output_options[] | number | maxsize maxver
DhcpDdns.loggers[].output_options[] | boolean | flush
DhcpDdns.loggers[].output-options[] | text | output pattern
DhcpDdns.loggers[].output-options[] | number | maxsize maxver
DhcpDdns.loggers[].output-options[] | boolean | flush
DhcpDdns.control-socket | text | socket-type socket-name comment
DhcpDdns.control-socket | any | user-context
DhcpDdns.tsig-keys[] | text | name algorithm secret secret-file comment
DhcpDdns.tsig-keys[] | number | digest-bits
DhcpDdns.tsig-keys[] | any | user-context
DhcpDdns.forward-ddns | text | comment
DhcpDdns.forward-ddns | any | user-context
DhcpDdns.forward-ddns.ddns-domains[] | text | name key-name comment
DhcpDdns.forward-ddns.ddns-domains[] | any | user-context
DhcpDdns.forward-ddns.ddns-domains[].dns-servers[] | text | hostname ip-address key-name comment
DhcpDdns.forward-ddns.ddns-domains[].dns-servers[] | number | port
DhcpDdns.forward-ddns.ddns-domains[].dns-servers[] | any | user-context
DhcpDdns.reverse-ddns | text | comment
DhcpDdns.reverse-ddns | any | user-context
DhcpDdns.reverse-ddns.ddns-domains[] | text | name key-name comment
DhcpDdns.reverse-ddns.ddns-domains[] | any | user-context
DhcpDdns.reverse-ddns.ddns-domains[].dns-servers[] | text | hostname ip-address key-name comment
DhcpDdns.reverse-ddns.ddns-domains[].dns-servers[] | number | port
DhcpDdns.reverse-ddns.ddns-domains[].dns-servers[] | any | user-context
Control-agent | text | http-host trust-anchor cert-file key-file comment
Control-agent | number | http-port
Control-agent | boolean | cert-required
Control-agent | any | hooks-libraries http-headers user-context
Control-agent.loggers[] | text | name severity comment
Control-agent.loggers[] | number | debuglevel
Control-agent.loggers[] | any | user-context
Control-agent.loggers[].output_options[] | text | output pattern
Control-agent.loggers[].output_options[] | number | maxsize maxver
Control-agent.loggers[].output_options[] | boolean | flush
Control-agent.loggers[].output-options[] | text | output pattern
Control-agent.loggers[].output-options[] | number | maxsize maxver
Control-agent.loggers[].output-options[] | boolean | flush
Control-agent.control-sockets.dhcp4 | text | socket-type socket-name comment
Control-agent.control-sockets.dhcp4 | any | user-context
Control-agent.control-sockets.dhcp6 | text | socket-type socket-name comment
Control-agent.control-sockets.dhcp6 | any | user-context
Control-agent.control-sockets.d2 | text | socket-type socket-name comment
Control-agent.control-sockets.d2 | any | user-context
Control-agent.authentication | text | type realm directory comment
Control-agent.authentication | any | user-context
Control-agent.authentication.clients[] | text | user password user-file password-file comment
Control-agent.authentication.clients[] | any | user-context
`;
