/** A known authority is an authority as CAA records and certificates know it. */
export interface KnownAuthority {
  /** Issuer domains that it takes for its own, by its own statement of practice. */
  readonly domains: readonly string[];
  /** Organisations in the issuer names of certificates, in any case. */
  readonly organizations: readonly string[];
}

/** The known authorities are authorities in clients' root programmes, from their certification practice statements. */
export const knownAuthorities: readonly KnownAuthority[] = [
  { domains: ['letsencrypt.org'], organizations: ["Let's Encrypt", 'Internet Security Research Group'] },
  { domains: ['pki.goog'], organizations: ['Google Trust Services', 'Google Trust Services LLC'] },
  {
    domains: [
      'digicert.com',
      'digicert.ne.jp',
      'cybertrust.ne.jp',
      'symantec.com',
      'geotrust.com',
      'rapidssl.com',
      'thawte.com',
      'verisign.com',
      'www.digicert.com',
      'volusion.digitalcertvalidation.com',
      'stratossl.digitalcertvalidation.com',
      'intermediatecertificate.digitalcertvalidation.com',
      '1and1.digitalcertvalidation.com',
    ],
    organizations: ['DigiCert Inc', 'DigiCert, Inc.', 'GeoTrust Inc.', 'thawte, Inc.', 'QuoVadis Limited'],
  },
  {
    domains: [
      'sectigo.com',
      'comodo.com',
      'comodoca.com',
      'usertrust.com',
      'trust-provider.com',
      'entrust.net',
      'affirmtrust.com',
    ],
    organizations: [
      'Sectigo Limited',
      'COMODO CA Limited',
      'The USERTRUST Network',
      'Entrust, Inc.',
      'Entrust Limited',
      'AffirmTrust',
    ],
  },
  { domains: ['zerossl.com', 'sectigo.com'], organizations: ['ZeroSSL'] },
  {
    domains: ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com', 'aws.amazon.com'],
    organizations: ['Amazon'],
  },
  { domains: ['globalsign.com'], organizations: ['GlobalSign nv-sa', 'GlobalSign'] },
  {
    domains: ['godaddy.com', 'starfieldtech.com'],
    organizations: ['GoDaddy.com, Inc.', 'Starfield Technologies, Inc.'],
  },
  {
    domains: ['ssl.com', 'cloudflare.com'],
    organizations: ['SSL Corporation', 'SSL Corp', 'CLOUDFLARE, INC.', 'Cloudflare, Inc.'],
  },
  { domains: ['buypass.com', 'buypass.no'], organizations: ['Buypass AS-983163327', 'Buypass AS'] },
  { domains: ['actalis.it'], organizations: ['Actalis S.p.A.', 'Actalis S.p.A./03358520967'] },
  {
    domains: ['identrust.com'],
    organizations: ['IdenTrust', 'IdenTrust Inc.', 'Digital Signature Trust Co.'],
  },
  {
    domains: ['quovadisglobal.com', 'digicert.com'],
    organizations: ['QuoVadis Limited', 'QuoVadis Trustlink B.V.'],
  },
  {
    domains: ['certum.pl', 'certum.eu', 'yandex.ru'],
    organizations: ['Unizeto Technologies S.A.', 'Asseco Data Systems S.A.', 'Yandex LLC'],
  },
  {
    domains: ['harica.gr'],
    organizations: [
      'Hellenic Academic and Research Institutions CA',
      'Hellenic Academic and Research Institutions Cert. Authority',
      'GEANT Vereniging',
    ],
  },
  {
    domains: ['telesec.de', 'dfn.de', 'pki.dfn.de', 't-systems.com'],
    organizations: [
      'T-Systems Enterprise Services GmbH',
      'Deutsche Telekom Security GmbH',
      'Verein zur Foerderung eines Deutschen Forschungsnetzes e. V.',
    ],
  },
  { domains: ['d-trust.net', 'dtrust.de', 'd-trust.de'], organizations: ['D-Trust GmbH'] },
  {
    domains: ['swisssign.com', 'swisssign.net', 'swissign.com', 'swisssign.ch'],
    organizations: ['SwissSign AG'],
  },
  { domains: ['microsoft.com'], organizations: ['Microsoft Corporation'] },
  { domains: ['apple.com'], organizations: ['Apple Inc.'] },
  {
    domains: ['certigna.fr', 'certigna.com', 'dhimyotis.com'],
    organizations: ['Dhimyotis', 'Certigna', 'TESSI'],
  },
  { domains: ['firmaprofesional.com'], organizations: ['Firmaprofesional S.A.', 'Firmaprofesional SA'] },
  { domains: ['camerfirma.com'], organizations: ['AC Camerfirma S.A.'] },
  { domains: ['certsign.ro'], organizations: ['certSIGN', 'CERTSIGN SA'] },
  { domains: ['netlock.hu', 'netlock.net', 'netlock.eu'], organizations: ['NetLock Kft.', 'NETLOCK Ltd.'] },
  { domains: ['e-szigno.hu'], organizations: ['Microsec Ltd.', 'Microsec zrt.'] },
  { domains: ['disig.sk'], organizations: ['Disig a.s.'] },
  { domains: ['izenpe.com', 'izenpe.eus'], organizations: ['IZENPE S.A.'] },
  { domains: ['accv.es'], organizations: ['ACCV', 'ISTEC'] },
  { domains: ['fnmt.es'], organizations: ['FNMT-RCM'] },
  {
    domains: ['kamusm.gov.tr'],
    organizations: ['Turkiye Bilimsel ve Teknolojik Arastirma Kurumu - TUBITAK'],
  },
  {
    domains: ['secomtrust.net', 'jprs.jp', 'fujissl.jp'],
    organizations: [
      'SECOM Trust Systems CO.,LTD.',
      'Japan Registry Services Co., Ltd.',
      'SECOM Passport for Web SR 3.0 CA',
    ],
  },
  { domains: ['twca.com.tw'], organizations: ['TAIWAN-CA', 'TAIWAN-CA INC.'] },
  {
    domains: ['pki.hinet.net', 'tls.hinet.net', 'eca.hinet.net', 'epki.com.tw', 'publicca.hinet.net'],
    organizations: ['Chunghwa Telecom Co., Ltd.'],
  },
  { domains: ['hongkongpost.gov.hk'], organizations: ['Hongkong Post'] },
  {
    domains: ['trustasia.com', 'wotrus.com'],
    organizations: ['TrustAsia Technologies, Inc.', 'WoTrus CA Limited'],
  },
  { domains: ['cfca.com.cn'], organizations: ['China Financial Certification Authority'] },
  { domains: ['emsign.com'], organizations: ['eMudhra Technologies Limited', 'eMudhra Inc'] },
  { domains: ['atos.net', 'eviden.com'], organizations: ['Atos', 'Eviden'] },
  {
    domains: ['trustwave.com', 'securetrust.com', 'certainlycorp.com', 'certainly.com'],
    organizations: ['Trustwave Holdings, Inc.', 'SecureTrust Corporation', 'Certainly'],
  },
  {
    domains: ['wisekey.com', 'hightrusted.com', 'certifyid.com', 'oiste.org'],
    organizations: ['WISeKey', 'OISTE Foundation'],
  },
  {
    domains: ['navercloudtrust.com', 'certificate.naver.com'],
    organizations: ['NAVER BUSINESS PLATFORM Corp.', 'NAVER Cloud Trust Services Corp.'],
  },
];
