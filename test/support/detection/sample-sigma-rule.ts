/** A Sigma rule as people write them. */
export const sampleSigmaRule = `title: Names below evil.example
id: 8ae51330-899c-4641-8125-e39f2e07da72
status: test
description: Names that nobody here has any need of.
author: Ada
date: 2026-03-14
tags:
    - attack.command-and-control
    - attack.t1071.004
logsource:
    category: dns
detection:
    selection:
        query|endswith: '.evil.example'
    condition: selection
falsepositives:
    - Tests of the resolver
level: high
`;
