/** The further samples are sound configurations for servers whose checkers are not among the tools of the tests. */
export const furtherSamples = {
  coredns: [
    `.:1053 {
    bind 127.0.0.1
    errors
    log . {
        class denial error
    }
    health :8181
    ready
    acl {
        allow net 10.0.0.0/8 127.0.0.0/8
        block
    }
    cache 30 {
        success 9984 300
        denial 9984 60
        prefetch 10 1m 10%
        serve_stale 1h
    }
    forward . 192.0.2.1 192.0.2.2:5353 {
        max_fails 3
        health_check 5s
        policy round_robin
        expire 20s
        prefer_udp
    }
    loop
    reload 30s
    loadbalance round_robin
}
`,
    `(common) {
    errors {
        consolidate 5m ".* i/o timeout$" warning
    }
    bufsize 1232
    minimal
}
example.org example.net:5300 {
    import common
    file db.example.org {
        reload 1m
    }
    transfer {
        to 192.0.2.2
    }
    header {
        response set ra
    }
}
corp.example {
    import common
    hosts {
        10.0.0.1 a.corp.example
        ttl 60
        fallthrough
    }
    rewrite name exact old.corp.example new.corp.example
    template IN A other.corp.example {
        match "^x-(?P<a>[0-9]+)[.]other[.]corp[.]example[.]$"
        answer "{{ .Name }} 60 IN A 10.0.0.{{ .Group.a }}"
    }
    tsig {
        secret k.example. MDEyMzQ1Njc4OWFiY2RlZg==
        require all
    }
}
tls://dot.example {
    whoami
    any
    cancel 3s
    nsid lab
    prometheus 127.0.0.1:9153
    view inside {
        expr incidr(client_ip(), '10.0.0.0/8')
    }
}
`,
  ],
  dnsdist: [
    `setLocal('127.0.0.1:5353', {reusePort=true})
addLocal('[::1]:5353')
setACL({'127.0.0.0/8', '10.0.0.0/8'})
newServer({address='192.0.2.1:53', name='one', qps=100, pool='main'})
newServer('192.0.2.2')
setServerPolicy(leastOutstanding)
pc = newPacketCache(10000, {maxTTL=86400, minTTL=0})
getPool('main'):setCache(pc)
addAction(MaxQPSIPRule(50), DropAction())
addAction({'example.org.', 'example.net.'}, PoolAction('main'))
addAction(AndRule({QTypeRule(DNSQType.ANY), TCPRule(false)}), TCAction())
addResponseAction(RCodeRule(DNSRCode.REFUSED), DropResponseAction())
controlSocket('127.0.0.1:5199')
setMaxTCPClientThreads(10)
`,
    `-- names that are asked often
setVerboseHealthChecks(false)
local own = newNMG()
own:addMask('10.0.0.0/8')
addAction(NetmaskGroupRule(own), AllowAction())
addAction(AllRule(), RCodeAction(DNSRCode.REFUSED))
function odd(dq)
  if dq.len > 200 then
    return DNSAction.Drop
  end
  return DNSAction.None
end
addAction(AllRule(), LuaAction(odd))
for i = 1, 3 do
  newServer({address='192.0.2.' .. i, weight=i})
end
setRingBuffersSize(10000)
setUDPTimeout(2)
webserver('127.0.0.1:8083')
setWebserverConfig({acl='127.0.0.1'})
`,
  ],
  kea: [
    `{
  "DhcpDdns": {
    "ip-address": "127.0.0.1",
    "port": 53001,
    "dns-server-timeout": 500,
    "ncr-protocol": "UDP",
    "ncr-format": "JSON",
    "control-socket": { "socket-type": "unix", "socket-name": "/tmp/kea-ddns.sock" },
    // keys of the zones
    "tsig-keys": [
      { "name": "lan.key", "algorithm": "HMAC-SHA256", "secret": "MDEyMzQ1Njc4OWFiY2RlZg==" },
      { "name": "short.key", "algorithm": "HMAC-SHA512", "digest-bits": 256, "secret": "c2VjcmV0c2VjcmV0c2VjcmV0" }
    ],
    "forward-ddns": {
      "ddns-domains": [
        { "name": "lan.example.", "key-name": "lan.key", "dns-servers": [ { "ip-address": "192.0.2.1", "port": 53 }, { "ip-address": "2001:db8::1" } ] },
        { "name": "other.example.", "dns-servers": [ { "ip-address": "192.0.2.2" } ] }
      ]
    },
    "reverse-ddns": {
      "ddns-domains": [ { "name": "2.0.192.in-addr.arpa.", "key-name": "short.key", "dns-servers": [ { "ip-address": "192.0.2.1" } ] } ]
    },
    "loggers": [ { "name": "kea-dhcp-ddns", "severity": "DEBUG", "debuglevel": 3, "output_options": [ { "output": "stdout", "pattern": "%-5p %m", "flush": true } ] } ]
  }
}
`,
    `{
  "Control-agent": {
    "http-host": "127.0.0.1",
    "http-port": 8000,
    "authentication": {
      "type": "basic",
      "realm": "kea",
      "clients": [ { "user": "admin", "password": "MDEyMzQ1Njc4OWFi" } ]
    },
    "control-sockets": {
      "dhcp4": { "comment": "main server", "socket-type": "unix", "socket-name": "/tmp/kea-dhcp4.sock" },
      "d2": { "socket-type": "unix", "socket-name": "/tmp/kea-ddns.sock" }
    },
    "hooks-libraries": [ ],
    "loggers": [ { "name": "kea-ctrl-agent", "output_options": [ { "output": "stdout", "maxsize": 1048576, "maxver": 3 } ], "severity": "INFO" } ]
  }
}
`,
  ],
} as const;
