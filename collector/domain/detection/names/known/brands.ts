const split = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Brands that phishing imitates: registrable domains of those that the quarterly reports of the Anti-Phishing Working Group
 * (https://apwg.org/trendsreports) and of mail providers name again and again, and of large banks, parcel services and
 * shops. A brand under other suffixes is its owner's or another company's, and is not looked at.
 */
export const brandDomains: readonly string[] = split(`
  microsoft.com office365.com sharepoint.com onedrive.com outlook.com linkedin.com github.com google.com gmail.com
  youtube.com facebook.com instagram.com whatsapp.com telegram.org twitter.com tiktok.com snapchat.com discord.com
  apple.com icloud.com itunes.com amazon.com netflix.com spotify.com disneyplus.com adobe.com dropbox.com docusign.com
  salesforce.com servicenow.com atlassian.com slack.com zoom.us webex.com okta.com cloudflare.com godaddy.com
  paypal.com stripe.com klarna.com venmo.com cashapp.com wellsfargo.com chase.com bankofamerica.com citibank.com
  capitalone.com americanexpress.com mastercard.com hsbc.com barclays.com santander.com deutschebank.com commerzbank.com
  sparkasse.de volksbank.de postbank.de raiffeisen.at creditagricole.fr bnpparibas.com societegenerale.com ingdirect.com
  rabobank.nl abnamro.nl unicredit.it intesasanpaolo.com revolut.com monzo.com transferwise.com westernunion.com
  coinbase.com binance.com kraken.com bitfinex.com blockchain.com metamask.io ledger.com trezor.io uniswap.org opensea.io
  dhl.com dpd.com gls-group.eu ups.com usps.com
  fedex.com canadapost.ca royalmail.com deutschepost.de swisspost.ch laposte.fr chronopost.fr hermesworld.com
  ebay.com aliexpress.com alibaba.com walmart.com bestbuy.com homedepot.com booking.com airbnb.com expedia.com
  steampowered.com steamcommunity.com roblox.com epicgames.com playstation.com nintendo.com
  verizon.com comcast.com xfinity.com vodafone.com telekom.de orange.fr swisscom.ch
  yahoo.com proton.me protonmail.com lastpass.com bitwarden.com 1password.com norton.com mcafee.com`);
