const split = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The lists have common words, written for the generators of names; no list of anybody's. */
export const wordLists = {
  adjectives: split(`
    able amber ancient bright brave calm clean clear cold cool deep dry early easy fair fast fine first fresh gentle
    glad golden good grand great green happy hard heavy high honest kind large last late light little live local long
    lucky modern new nice noble north old open orange plain prime proud pure quick quiet rapid ready real red rich
    right rough round royal safe sharp short silver simple slow small smart smooth soft solid south spare steady strong
    sunny super sweet swift tall tender tiny total true urban vital warm west white whole wide wild wise young`),
  nouns: split(`
    account air animal apple arm art baby bank base bath bay beach bear bed bike bird board boat body book box boy
    bread bridge building bus business camera camp car care cat center chair chance child church circle city class
    clinic cloud club coast code coffee college company computer cook corner country course credit cup data day deal
    design desk dinner doctor dog door dream driver earth east energy engine event eye face family farm father field
    film fire fish flight floor flower food forest frame friend fruit game garden gate girl glass gold group hair hand
    head health heart hill home horse hospital hotel hour house idea image island job journey key kitchen lab lady
    lake land language law leaf leader letter level library life lion lock love machine mail map mark market master
    media medicine member metal mind mirror money moon morning mother mountain mouse museum music name nation nature
    network news night number ocean office oil page paint paper park partner party path people phone photo picture
    place planet plant player point police pool port power press price print project property question radio rain
    record report rest river road rock room rose safety salt school science sea season service shadow ship shop sister
    sky smile snow society song sound space sport spring stage star station stone store storm story street studio
    summer sun system table teacher team test theater time tool tower town toy track trade train travel tree trip
    truck tube union university valley video view village voice wall watch water wave week wheel wind window winter
    wolf woman wood word work world writer yard year`),
  verbs: split(`
    accept add allow answer appear ask attend become begin believe belong break bring build buy call carry catch
    change choose climb close come compare connect consider contain continue control count cover create cross cut
    dance decide deliver describe develop discover divide draw drive drop earn eat enjoy enter expect explain fall
    feed feel fight fill find finish fly follow forget forgive gain gather give grow guess handle happen hear help
    hide hold hope include increase invite join jump keep kick know laugh learn leave lend listen live look lose love
    maintain make manage mean measure meet mention mix move need notice offer open order pass pay pick plan play point
    prepare present prevent produce promise protect prove provide pull push put raise reach read receive remember
    remove repair repeat reply report return ride rise run save search see seem sell send serve share shine shout show
    sing sit sleep smell smile speak spend spread stand start stay stop study succeed suggest support surprise swim
    take talk taste teach tell thank think touch train travel treat try turn understand use visit wait walk want warn
    wash watch wear win wish wonder work worry write`),
  trade: split(`
    group shop store online web net tech soft ware media digital data cloud host hosting mail blog news tv radio
    consulting solutions services systems global international world pro plus express direct center hub zone spot
    point lab labs works studio design art foto photo auto moto bank finance capital invest trade market immo real
    estate travel tours hotel resort food cafe pizza wine beer fashion style beauty med health care pharma bio eco
    green solar energy power electric tools parts print pack logistic cargo trans ship air sea sport fit gym club
    team kids baby toys games play casino poker bet music band film video school edu academy kurs job work agency
    law legal tax ltd inc corp gmbh srl llc usa uk eu de it es fr nl asia`),
};
