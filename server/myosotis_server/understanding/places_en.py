"""Cities and countries by name, where nothing else in a sentence tells a place from a company."""

_PLACES = frozenset(
    name.strip()
    for name in """
    london, paris, berlin, rome, madrid, barcelona, lisbon, porto, dublin, cork, galway, belfast,
    edinburgh, glasgow, aberdeen, dundee, inverness, cardiff, swansea, bristol, bath, manchester,
    liverpool, leeds, sheffield, newcastle, sunderland, nottingham, leicester, birmingham, york,
    coventry, oxford, cambridge, brighton, southampton, portsmouth, plymouth, exeter, norwich, hull,
    reading, derby, stoke, bradford, gateshead, milan, naples, turin, florence, venice, bologna,
    vienna, zurich, geneva, basel, bern, munich, hamburg, cologne, frankfurt, stuttgart, leipzig,
    dresden, amsterdam, rotterdam, utrecht, the hague, brussels, antwerp, ghent, luxembourg,
    copenhagen, oslo, bergen, stockholm, gothenburg, helsinki, reykjavik, warsaw, krakow, gdansk,
    prague, brno, budapest, bucharest, sofia, athens, thessaloniki, belgrade, zagreb, ljubljana,
    tallinn, riga, vilnius, kyiv, kiev, lviv, odessa, moscow, st petersburg, minsk, istanbul,
    ankara, izmir, valencia, seville, malaga, bilbao, granada, marseille, lyon, toulouse, nice,
    bordeaux, lille, nantes, strasbourg, new york, new york city, nyc, la, los angeles, chicago,
    houston, phoenix, philadelphia, san antonio, san diego, dallas, san jose, austin, jacksonville,
    fort worth, columbus, charlotte, san francisco, indianapolis, seattle, denver, washington dc,
    boston, el paso, nashville, detroit, oklahoma city, portland, las vegas, memphis, louisville,
    baltimore, milwaukee, albuquerque, tucson, fresno, sacramento, kansas city, mesa, atlanta,
    omaha, colorado springs, raleigh, miami, oakland, minneapolis, tulsa, tampa, orlando, new
    orleans, cleveland, honolulu, pittsburgh, cincinnati, st louis, buffalo, richmond, boise, salt
    lake city, spokane, tacoma, madison, anchorage, des moines, rochester, savannah, charleston,
    brooklyn, queens, manhattan, the bronx, toronto, montreal, vancouver, calgary, ottawa, edmonton,
    winnipeg, quebec, halifax, mexico city, guadalajara, monterrey, havana, bogota, medellin, lima,
    quito, santiago, buenos aires, montevideo, sao paulo, rio, rio de janeiro, brasilia, caracas,
    cairo, alexandria, casablanca, marrakesh, tunis, algiers, lagos, abuja, accra, nairobi, kampala,
    addis ababa, johannesburg, cape town, durban, pretoria, harare, dakar, dubai, abu dhabi, doha,
    riyadh, jeddah, kuwait city, muscat, tehran, baghdad, beirut, amman, damascus, jerusalem, tel
    aviv, karachi, lahore, islamabad, delhi, new delhi, mumbai, bangalore, bengaluru, chennai,
    kolkata, hyderabad, pune, dhaka, colombo, kathmandu, bangkok, chiang mai, hanoi, saigon, ho chi
    minh city, phnom penh, kuala lumpur, penang, singapore, jakarta, bali, manila, cebu, taipei,
    kaohsiung, hong kong, macau, beijing, shanghai, guangzhou, shenzhen, chengdu, chongqing, wuhan,
    hangzhou, nanjing, suzhou, xi'an, xian, tianjin, qingdao, dalian, harbin, shenyang, xiamen,
    kunming, changsha, tokyo, osaka, kyoto, yokohama, nagoya, sapporo, fukuoka, kobe, hiroshima,
    seoul, busan, incheon, sydney, melbourne, brisbane, perth, adelaide, canberra, hobart, darwin,
    auckland, wellington, christchurch, england, scotland, wales, ireland, northern ireland,
    britain, the uk, uk, france, germany, italy, spain, portugal, switzerland, austria, holland, the
    netherlands, belgium, denmark, norway, sweden, finland, iceland, poland, hungary, romania,
    bulgaria, greece, turkey, russia, ukraine, the us, the usa, usa, america, the states, canada,
    mexico, cuba, colombia, peru, chile, argentina, brazil, egypt, morocco, nigeria, ghana, kenya,
    south africa, israel, iran, iraq, india, pakistan, nepal, sri lanka, thailand, vietnam,
    malaysia, indonesia, the philippines, taiwan, china, japan, korea, south korea, australia, new
    zealand, alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware,
    florida, hawaii, idaho, illinois, indiana, iowa, kansas, kentucky, louisiana, maine, maryland,
    massachusetts, michigan, minnesota, mississippi, missouri, montana, nebraska, nevada, new
    hampshire, new jersey, new mexico, north carolina, north dakota, ohio, oklahoma, oregon,
    pennsylvania, rhode island, south carolina, south dakota, tennessee, texas, utah, vermont,
    virginia, west virginia, wisconsin, wyoming, devon, cornwall, kent, essex, yorkshire, surrey
    """.replace("\n    ", " ").split(",")
)


def is_known_place(name: str) -> bool:
    """Whether `name` is a well-known city, state or country: "Chicago", "the US"."""
    return name.lower() in _PLACES
