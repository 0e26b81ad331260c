const split = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names of sites are put together from these words: common words of a few languages, and parts of made-up brands. */
export const siteWords = {
  /** Common words; none of them chosen for what a detector makes of it. */
  plain: split(`
    acorn agenda amber anchor angel apex arbor arena aroma arrow aspen atlas aurora avenue badge bakery ballet bamboo
    barber basket beacon berry bistro blanket blossom border bottle branch breeze brick bridge bubble bucket butter
    button cabin camel candle canyon carbon castle cedar cherry chimney cinema circle citrus clover coach comet compass
    copper coral cotton council cradle cricket crystal curtain cycle daily dancer delta denim desert diamond dolphin
    dragon drum eagle echo elbow ember emerald falcon farmer feather fiddle finger flame forum fountain fox fresh galaxy
    garage gentle ginger glacier globe granite gravel guitar hammer harbor harvest hazel helmet heritage hill honey
    horizon hunter iron island ivory jacket jungle kettle kingdom kitten lantern laser lemon linen lobster lotus lumber
    magnet maple marble meadow melody metro mint mobile monkey mosaic motor mustard needle nickel noble oasis olive
    orchard otter oxygen panda pepper pilot pioneer planet plaza pocket pottery prairie puzzle quarry rabbit ranger
    raven ribbon river rocket saddle saffron salmon sapphire scout shelter signal silver sketch smart spark spice spiral
    spruce summit sunset tailor teapot temple thunder tiger timber toast tulip tunnel turbo turtle valley velvet violet
    walnut wander willow winter wonder yellow zebra
    apotheke arbeit bahn bauer berg bild blatt blume brief brot buch dorf energie familie fenster freund garten geld
    glas haus heimat hof kaffee kinder kirche kunst leben licht markt meister mond nacht natur regen reise schule
    sonne spiel stadt stern strasse tisch verein vogel wald wasser weg wein welt werk wetter wohnen zeit zug
    amour arbre beau bleu boulanger cuisine danse eau ecole etoile ferme fleur foret gare jardin jeune lumiere lune
    maison marche matin montagne monde nuit petit pomme rouge soleil terre vache vert ville voyage
    agua alma arte barrio bueno camino casa cielo ciudad flor fuego hoja isla libro luna mesa mundo noche playa pueblo
    queso ropa salud sol tienda tierra verde viaje vida viento
    bloem boek boot brug fiets gezin huis kaas kamer kerk land markt molen plein school straat tuin water winkel
    dobry dom droga gora kawa krakow las miasto morze okno polska rynek sklep swiat woda zamek zielony
    bella bosco casa cucina donna estate fiore giorno mare notte piazza pane roma sole strada vino`),
  trades: split(`
    app bank blog books care center city club data deals design direct express fit food group health home hotel hub
    jobs kids lab labs life market media music net news now online pay photo play plus print pro school service shop
    soft solutions sport store studio style systems tech time tours trade travel tv verlag web works world zone`),
  onsets: split(
    'b bl br c cl cr d dr f fl g gl gr h j k kl kr l m n p pl pr qu r s sc sh sk sp st str t tr v w z',
  ),
  vowels: split('a a a e e e i i o o o u u ai ee ia io oo ou y'),
  codas: split('l m n n r r s t x ck nd nt rt st'),
} as const;
