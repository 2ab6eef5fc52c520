"""What English statements are read into, and what must not be read into them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.slots import SLOTS
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.attributes_en import english_readings
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

# ruff: noqa: E501 - a statement stays on its line

# statement [@ carried subject] => [subject|]slot=value; … ; "-" before what ends.
WHO_THEY_ARE = r"""
I'm 28 => age=28
I'm 28 years old => age=28
I am twenty-eight => age=28
im 28 => age=28
I'm 5'9" => height=5'9"
I’m 175 cm tall => height=175
I live in Chengdu => home_city=Chengdu
I live in Otley so at least it's near work => home_city=Otley
I live in Porto which is lovely => home_city=Porto
I live in Leeds and work in Bradford => home_city=Leeds; work_city=Bradford
I live in Brighton and Hove => home_city=Brighton and Hove
I live in Austin where it never rains => home_city=Austin
I moved to Bristol so now I walk everywhere => home_city=Bristol
I'm from Galway so rain is normal => hometown=Galway
I work at Monzo so the commute is long => employer=Monzo
My husband hates surprises so no parties => husband|dislikes=surprises
I moved to Chengdu => home_city=Chengdu
we just relocated to Leeds => home_city=Leeds
I live in downtown Chicago, near the lake => home_city=Chicago
I live in Paris, France => home_city=Paris
I'm from Harbin => hometown=Harbin
I grew up in Harbin => hometown=Harbin
my grandma lives in Cork => grandmother|home_city=Cork
my friend Tom lives in Oslo => Tom|home_city=Oslo; friend=Tom
Tom lives in Oslo => Tom|home_city=Oslo
I don't live in Shanghai anymore => -home_city=Shanghai
my birthday is May 4th => birthday=05-04
I was born on 4 May 1995 => birthday=1995-05-04
my zodiac sign is Virgo => zodiac_sign=Virgo
my blood type is AB => blood_type=AB
I'm Chinese => nationality=Chinese
I'm a Buddhist => religion=Buddhist
I weigh 150 lbs => weight=150
my name is Elizabeth => name=Elizabeth
I'm called Elizabeth => name=Elizabeth
I'm Tom => name=Tom
call me Liz => call_me=Liz
you can call me Liz => call_me=Liz
please talk to me gently => tone=gently
I used to live in Leeds => -home_city=Leeds
Oh, and I turned thirty-one last Saturday => age=31
been living in Valencia for about six years now => home_city=Valencia
lives in Lagos @Tom => Tom|home_city=Lagos
My birthday's on the 3rd of November => birthday=11-03
born and raised in Glasgow => hometown=Glasgow
I'm originally from a small village near Krakow => hometown=Krakow
I weigh around 68 kilos => weight=68
I'm six foot two => height=six foot two
my blood type is O negative => blood_type=O negative
I'm a Sagittarius => zodiac_sign=Sagittarius
I'm half Japanese => nationality=half Japanese
I'm a practising Muslim => religion=practising Muslim
Hi there, I'm Beatriz => name=Beatriz
Hey! My name's Oluwaseun, nice to meet you => name=Oluwaseun
You can just call me Bea => call_me=Bea
everyone calls me Ziggy => nickname=Ziggy
could you be a bit more direct with me => tone=more direct
I'm an introvert => personality=introvert
I'm a bit of a night owl => personality=night owl
my grandma is 92 => grandmother|age=92
My boss Linda is from Texas => boss|hometown=Texas; manager=Linda
My twin daughters are four => daughters|age=4
I'm Dutch => nationality=Dutch
So I just moved into a new place in Brooklyn => home_city=Brooklyn
we settled in Lyon after the wedding => home_city=Lyon
I'm based out of Singapore these days => home_city=Singapore
I come from a tiny town called Ashford => hometown=Ashford
Mum turned 60 yesterday => mother|age=60
My baby girl is six months old => baby girl|age=6
My ex-husband lives in Perth => ex-husband|home_city=Perth
I'm a cat person => personality=cat person
My height is 1.68m => height=1.68
I'm about 5 foot 4 => height=5 foot 4
I've lost weight, now I'm 61kg => weight=61
She was born on July 9th, 2001 @sister => sister|birthday=2001-07-09
I was born in Nairobi => hometown=Nairobi
I'm a Libra => zodiac_sign=Libra
I have type A blood => blood_type=A
I identify as non-binary => gender=non-binary
I'm an atheist => religion=atheist
our landlord is called Mr Thompson => landlord|name=Mr Thompson
People call me Dee => nickname=Dee
My real name is Montgomery but I go by Monty => name=Montgomery; call_me=Monty
I'd like you to call me Captain => call_me=Captain
keep your answers short please => tone=short
talk to me like a friend => tone=like a friend
don't use emojis => tone=not emojis
my name isn't Dan, it's Stan => name=Stan
I'm Irish but I live in Boston => nationality=Irish; home_city=Boston
like my dad, I'm stubborn => personality=stubborn
My name is Jonathan but everyone calls me Jonty => name=Jonathan; nickname=Jonty
I'm a 34-year-old software engineer from Dublin => age=34; occupation=software engineer; hometown=Dublin
I live in Manchester with my wife and two kids => home_city=Manchester
We moved from Bristol to Cardiff in May => home_city=Cardiff; -home_city=Bristol
I just moved to San Francisco for work => home_city=San Francisco
I no longer live in Madrid, I'm in Seville now => -home_city=Madrid
My boyfriend's birthday is 12 June => boyfriend|birthday=06-12
I am 180 cm tall and weigh 75 kg => height=180; weight=75
I'm 1.8 metres tall => height=1.8
I'm a Pisces => zodiac_sign=Pisces
I'm Brazilian => nationality=Brazilian
I'm a Christian => religion=Christian
Please call me Dr. Chen => call_me=Dr. Chen
Please speak to me casually => tone=casually
hey so i'm leah, 24, from manchester => name=leah; age=24; hometown=manchester
i live in berlin btw => home_city=berlin
my mum lives in Bath and my dad lives in Hull => mother|home_city=Bath; father|home_city=Hull
I was born in 1988 => birthday=1988
I turned 40 in March => age=40
He's 12 @son => son|age=12
My teacher is called Ms Honey => teacher|name=Ms Honey
I go by Sam => call_me=Sam
Just call me Al => call_me=Al
My nickname is Bear => nickname=Bear
Please be honest with me => tone=honest
I want you to speak more formally => tone=more formally
I'm Catholic => religion=Catholic
I'm from Ghana => hometown=Ghana
I'm a Ghanaian nurse living in Accra => nationality=Ghanaian; occupation=nurse; home_city=Accra
I moved here from Texas => -home_city=Texas
I'm not Tom, I'm Tim => name=Tim
I'm Batman => name=Batman
I'm not a morning person => -personality=morning person
I've lived in Tallinn all my life => home_city=Tallinn
My folks moved to Florida => parents|home_city=Florida
I was born on the 21st of March 1990 => birthday=1990-03-21
My birthday is 7 September => birthday=09-07
My dad is 70 years old and lives in Crete => father|age=70; father|home_city=Crete
I'm thirty => age=30
I'm five feet ten => height=five feet ten
I weigh 11 stone => weight=11
I'm type B+ => blood_type=B+
I'm an INFJ => personality=INFJ
I'm quite shy => personality=shy
I'm Polish by birth => nationality=Polish
I'm a woman => gender=woman
Please answer briefly => tone=briefly
be more playful => tone=more playful
don't be so formal => tone=not formal
I'd prefer to be called Alexandra => call_me=Alexandra
They call me Red => nickname=Red
I'm called Nuno, by the way => name=Nuno
I'm Priya Sharma => name=Priya Sharma
I'm Jewish => religion=Jewish
I am a huge procrastinator => personality=procrastinator
I live with my boyfriend in Utrecht => home_city=Utrecht
We've been living in Osaka since March => home_city=Osaka
I'm living in Hamburg now => home_city=Hamburg
My sister-in-law is from Peru => sister-in-law|hometown=Peru
I turned 18 yesterday => age=18
My daughter is 7 => daughter|age=7
I'm 1m80 => height=1m80
I weigh about 62 kg => weight=62
I was born in Manila on June 3rd 1992 => birthday=1992-06-03; hometown=Manila
I'm Taiwanese => nationality=Taiwanese
I'm Fatima, nice to meet you => name=Fatima
people call me Tank => nickname=Tank
be gentle with me => tone=gentle
her birthday is on 4 May @mother => mother|birthday=05-04
I relocated from Boston to Denver for my new job => home_city=Denver; -home_city=Boston
I've moved back to Dublin => home_city=Dublin
My new address is 14 Elm Street => home_address=14 Elm Street
Grandma is 88 => grandmother|age=88
I'm an Aquarius => zodiac_sign=Aquarius
I am 1.72 m tall => height=1.72
I live at 22 Oak Avenue => home_address=22 Oak Avenue
Please use a warmer tone => tone=warmer
You can speak to me in a casual way => tone=casual
as of last month we live in Stockport => home_city=Stockport
Me and the boys live in Inverness now => home_city=Inverness
my husband and I moved to Tucson over the summer => home_city=Tucson
nan's 84 now => grandmother|age=84
I turned 19 on Tuesday => age=19
I'm down to 172 pounds => weight=172
I left Philadelphia last spring => -home_city=Philadelphia
I'm 5 ft 11 and about 80 kilos => height=5 ft 11; weight=80
i was born in galway in 1979 => birthday=1979; hometown=galway
my bday is the 30th of january => birthday=01-30
pronouns are she/her, I'm a woman => gender=woman
I converted to Islam two years ago => religion=Islam
I'm a proud Scot => nationality=Scot
blood type's B negative => blood_type=B negative
you can reach me at jo.dunn@example.com => email=jo.dunn@example.com
my number is 07700 900123 => phone_number=07700 900123
My email is kat_lowe@example.org => email=kat_lowe@example.org
I work in Pittsburgh but live in Wheeling => home_city=Wheeling; work_city=Pittsburgh
Could you keep replies brief => tone=brief
mates call me Spud => nickname=Spud
name's Gwendolyn, folks call me Gwen => name=Gwendolyn; nickname=Gwen
just had my 40th birthday, so yeah I'm 40 => age=40
im sixty two and counting => age=62
my daughter just turned 13 => daughter|age=13
I go by they/them and I'm nonbinary => gender=nonbinary
I hold a Portuguese passport => nationality=Portuguese
grew up on a farm outside Shrewsbury => hometown=Shrewsbury
we upped sticks and moved to Normandy last spring => home_city=Normandy
I'm renting a room in Peckham at the moment => home_city=Peckham
my flat's in Clapham => home_city=Clapham
My new number's 0412 555 098 => phone_number=0412 555 098
drop me a line at marg.teller@example.net => email=marg.teller@example.net
I'm 6'2 barefoot => height=6'2
I've shrunk to 5ft3 apparently => height=5ft3
I put on weight, I'm up to 90 kg => weight=90
I'm O negative, the blood bank loves me => blood_type=O negative
Capricorn through and through => zodiac_sign=Capricorn
I'd call myself an ambivert => personality=ambivert
I'm a lapsed Catholic => religion=lapsed Catholic
I'm not religious anymore => -religion=
please stop using so many emojis => tone=not emojis
most people just call me Tash => nickname=Tash
you may call me Professor => call_me=Professor
my niece Hattie is 9 => niece|age=9
I was born on the 2nd of December 1968 => birthday=1968-12-02
my wife's birthday is March 8 => wife|birthday=03-08
I'm a trans man => gender=man
we're a Danish family living in Aarhus => home_city=Aarhus
I was brought up in Tipperary => hometown=Tipperary
moved out of Leicester and into Derby => home_city=Derby
We live at 17 Sycamore Drive => home_address=17 Sycamore Drive
text me on 0161 496 0000 => phone_number=0161 496 0000
I weigh 12 stone these days => weight=12
I'm six feet tall => height=six feet
i'm blood group A+ => blood_type=A+
my star sign's Leo => zodiac_sign=Leo
I've always been a shy person => personality=shy
I'm a bit of a perfectionist tbh => personality=perfectionist
we're Sikh => religion=Sikh
My dog's name is Pickle and he's 3 => dog|age=3; pet=Pickle
I'd appreciate shorter answers => tone=shorter
im rebecca btw, 34, living in norwich => age=34; home_city=norwich; name=rebecca
everyone at work calls me Baz => nickname=Baz
My mother-in-law is 77 => mother-in-law|age=77
little one is 8 months old => little one|age=8
birthday: 17 October => birthday=10-17
I'm a bloke from Wigan => gender=bloke; hometown=Wigan
I've been based in Nairobi since 2022 => home_city=Nairobi
We relocated to Calgary because of my job => home_city=Calgary
my email address is now priya.k@example.com => email=priya.k@example.com
I'm 1.65 => height=1.65
I'm heavier now, about 88 kilos => weight=88
Gemini here => zodiac_sign=Gemini
I am Muslim, alhamdulillah => religion=Muslim
my childhood friend Aoife lives in Boston => Aoife|home_city=Boston; friend=Aoife
speak to me in plain English please => tone=plain English
the name's Ferris, by the way => name=Ferris
My friends all call me Dot => nickname=Dot
just turned 23 => age=23
My twin nephews are three => nephews|age=3
I was born in a village near Pune in 1991 => birthday=1991; hometown=Pune
her birthday's the 5th of July @wife => wife|birthday=07-05
I'm male => gender=male
I became a US citizen last year => nationality=US
originally from Baltimore, now in Tampa => hometown=Baltimore
living in Eindhoven for work => home_city=Eindhoven
Our family relocated to Doha in August => home_city=Doha
no longer in Berlin but in Potsdam => home_city=Potsdam
my husband and the kids and I live in Sligo => home_city=Sligo
grandma lives in a care home in Hove => grandmother|home_city=Hove
I'm down to 70kg from 78 => weight=70
I'm 5ft 7 => height=5ft 7
We're Hindu but not strict => religion=Hindu
I'm quite introverted => personality=introverted
be blunt with me => tone=blunt
call me Vee => call_me=Vee
use simple words please => tone=simple words
he's 8 @son => son|age=8
My full name is Tobias Lindqvist => name=Tobias Lindqvist
as of this week we live in Dundee => home_city=Dundee
me and my sister live in Fresno => home_city=Fresno
my wife and I settled in Adelaide => home_city=Adelaide
grandad's 91 now => grandfather|age=91
I'm up to 82 kilos => weight=82
I left Boston in 2020 => -home_city=Boston
my nephew Arlo is 6 and loves trains => nephew|age=6; nephew|likes=trains
My husband Anton is Bulgarian => husband|nationality=Bulgarian; partner=Anton
please speak more slowly => tone=more slowly
don't be so formal with me => tone=not formal
I'm 190cm => height=190
I'm a Leo => zodiac_sign=Leo
I was born on Christmas Day 1990 => birthday=1990
I'm Nigerian but live in Toronto => home_city=Toronto; nationality=Nigerian
my phone number is 416-555-0199 => phone_number=416-555-0199
Hello, I'm Ngozi and I'm 38 => age=38; name=Ngozi
I live just outside Swindon => home_city=Swindon
we left London for Margate last year => -home_city=London
My grandparents live in Split => grandparents|home_city=Split
I come from a small town in Ohio => hometown=Ohio
My height is 5'4 => height=5'4
lost a bit, I'm at 68 kilos => weight=68
I'm Egyptian => nationality=Egyptian
I'm a devout Hindu => religion=devout Hindu
keep it short please => tone=short
"""

WORK_AND_STUDY = r"""
I work as a product manager at Tencent => occupation=product manager; employer=Tencent
my mom is a nurse => mother|occupation=nurse
my mum's a nurse => mother|occupation=nurse
I left Tencent => -employer=Tencent
I quit my job => -employer=
I got laid off => -employer=
I study at Leeds University => school=Leeds University
I go to Trinity College => school=Trinity College
I graduated from Fudan University => school=Fudan University
I'm majoring in physics => major=physics
my major is economics => major=economics
I'm a sophomore => grade=sophomore
I'm in tenth grade => grade=tenth grade
my salary is $4,000 a month => salary=4000
my rent is 1200 => rent=1200
my boss is called Karen => manager=Karen
I speak Cantonese => language=Cantonese
I'm learning the guitar => learning=guitar
I can play the piano => skill=piano
I'm not a doctor => -occupation=doctor
I don't work at IBM anymore => -employer=IBM
My hubby's a firefighter => husband|occupation=firefighter
My little sister just started at Goldman Sachs as an analyst => little sister|occupation=analyst; little sister|employer=Goldman Sachs
Both of my parents are retired => parents|occupation=retired
got laid off from Meta last month => -employer=Meta
I'm a stay-at-home dad => occupation=stay-at-home dad
I teach maths at a secondary school => occupation=maths teacher
Just got promoted to senior editor => occupation=senior editor
I'm in my third year at Edinburgh University => grade=third year; school=Edinburgh University
I'm studying marine biology => major=marine biology
I graduated from Boston College in 2015 => school=Boston College
She's a lawyer @mother => mother|occupation=lawyer
he works for Siemens @father => father|employer=Siemens
I earn 5k a month => salary=5000
my rent is $1,450 a month => rent=1450
my manager is Derek => manager=Derek
I'm fluent in Portuguese and Spanish => language=Portuguese; language=Spanish
I don't speak any German => -language=German
I've been teaching myself Korean => learning=Korean
I started learning pottery last month => learning=pottery
I can juggle => skill=juggle
I no longer work at IBM => -employer=IBM
My roommate Kenji plays the drums => Kenji|skill=drums
My husband works at the post office => husband|employer=post office
My husband Greg is an airline pilot => husband|occupation=airline pilot; partner=Greg
I do freelance illustration for a living => occupation=freelance illustration
I work in finance => occupation=finance
I work nights as a security guard => occupation=security guard
currently interning at Spotify => employer=Spotify
I handed in my resignation yesterday => -employer=
I've been with Deloitte since 2018 => employer=Deloitte
I got a job at Netflix! => employer=Netflix
started a new role as head of design at Figma => occupation=head of design; employer=Figma
I retired last year => occupation=retired
I'm a second-year law student at NYU => grade=second-year; school=NYU
my kid goes to Lincoln Elementary School => child|school=Lincoln Elementary School
I dropped out of college => -school=
my degree is in chemistry => major=chemistry
I have a PhD in linguistics => major=linguistics
I play the violin => skill=violin
I make around 60k a year => salary=60000
we pay 1800 euros in rent => rent=1800
my native language is Tamil => language=Tamil
I only speak a little Swedish => language=Swedish
taking salsa classes at the moment => learning=salsa
I'm trying to learn how to code => learning=code
I'm good at chess => skill=chess
I'm in Year 9 => grade=Year 9
I'm a nurse at St Thomas' Hospital => occupation=nurse; employer=St Thomas' Hospital
I quit my job at Amazon last week => -employer=Amazon
I now work for a startup called Lumen => employer=Lumen
My sister Clara is studying law at Oxford => sister|school=Oxford; sister|major=law; sibling=Clara
My best friend Marcus is a vet => Marcus|occupation=vet; friend=Marcus
I speak English, French and some Arabic => language=English; language=French; language=Arabic
I'm learning Japanese on Duolingo => learning=Japanese
My rent is 950 euros per month => rent=950
I earn $85,000 a year => salary=85000
My major is computer science => major=computer science
I'm a freshman at UCLA => grade=freshman; school=UCLA
I study at the University of Toronto => school=University of Toronto
My manager's name is Sophia => manager=Sophia
I used to work at Google => -employer=Google
im a barista => occupation=barista
my bf works at lidl => boyfriend|employer=lidl
My mother is a retired teacher => mother|occupation=retired teacher
I've been learning Spanish for two years => learning=Spanish
My son just started first grade => son|grade=first grade
I'm a senior in high school => grade=senior
I'm a postdoc in chemistry at Caltech => occupation=postdoc; employer=Caltech
I've been a paramedic for a decade => occupation=paramedic
I got fired => -employer=
I'm unemployed at the moment => occupation=unemployed
I lost my job => -employer=
My neighbour Bob is a plumber => Bob|occupation=plumber
My wife works as a translator for the UN => wife|occupation=translator; wife|employer=UN
I'm a teacher and my husband is a farmer => occupation=teacher; husband|occupation=farmer
I joined Spotify as a data scientist last year => employer=Spotify; occupation=data scientist
I am the CEO of a small startup => occupation=CEO
My cousin Rosa is studying medicine => Rosa|major=medicine
My salary is 20k => salary=20000
I speak Hindi at home => language=Hindi
I'm fluent in French => language=French
I don't speak Chinese => -language=Chinese
I know how to weld => skill=weld
I'm good with computers => skill=computers
I taught myself to code => skill=code
I'm an accountant by trade => occupation=accountant
I work in marketing at Unilever => occupation=marketing; employer=Unilever
My uncle is a bus driver => uncle|occupation=bus driver
I study architecture at TU Delft => major=architecture
I'm a PhD student at MIT => occupation=PhD student; school=MIT
I'm doing a master's in economics => major=economics
I left my job at Siemens => -employer=Siemens
I got a new job at Bosch => employer=Bosch
My wife Elena is a chemist => wife|occupation=chemist; partner=Elena
I can speak Mandarin and English => language=Mandarin; language=English
I'm learning to drive => learning=drive
I can bake bread => skill=bake bread
I'm currently working as a freelance translator => occupation=freelance translator
I switched jobs and now I work at Adobe => employer=Adobe
I'm no longer a teacher => -occupation=teacher
I was promoted to team lead last month => occupation=team lead
My boss's name is Frank => manager=Frank
I make 3,000 euros a month => salary=3000
rent's gone up to 1150 a month => rent=1150
my salary went up to 48k => salary=48000
switched my major to geography => major=geography
changed my major from biology to statistics => major=statistics; -major=biology
I'm a student at Leeds Beckett => occupation=student; school=Leeds Beckett
i go to penn state => school=penn state
I report to Graham Oakes => manager=Graham Oakes
I'm at Accenture now => employer=Accenture
I no longer work at Boots but at Superdrug => employer=Superdrug; -employer=Boots
I'm a midwife at the Royal Infirmary => employer=Royal Infirmary; occupation=midwife
I've just been made redundant from Rolls-Royce => -employer=Rolls-Royce
My little brother Ollie is learning the drums => little brother|learning=drums; sibling=Ollie
my bestie Roxanne works at Selfridges => Roxanne|employer=Selfridges; friend=Roxanne
I can speak a bit of Welsh => language=Welsh
I've just qualified as an electrician => occupation=electrician
dad's a retired bus driver => father|occupation=retired bus driver
My wife's a GP => wife|occupation=GP
got a new gig at Deliveroo => employer=Deliveroo
The company I work for is called Brightwave => employer=Brightwave
I clear about 2,300 a month after tax => salary=2300
they bumped my salary to 62k => salary=62000
our landlord put the rent up to £980 => rent=980
my daughter's in reception => daughter|grade=reception
I'm doing my A-levels at Hills Road Sixth Form => school=Hills Road Sixth Form
transferred from Iowa State to Purdue => school=Purdue; -school=Iowa State
I double majored in French and politics => major=French and politics
my line manager is Anjali => manager=Anjali
I'm pretty handy with a sewing machine => skill=sewing machine
I'm conversational in Italian => language=Italian
picking up some Turkish on Duolingo => learning=Turkish
I work for Thames Water as a surveyor => employer=Thames Water; occupation=surveyor
My other half teaches PE => other half|occupation=PE teacher
I became a dental nurse in 2019 => occupation=dental nurse
I quit Deloitte and joined a startup => -employer=Deloitte
I'm a freelance copywriter now => occupation=freelance copywriter
my job is based in Slough => work_city=Slough
I make 19 bucks an hour => salary=19
my take-home pay is £2,100 a month => salary=2100
Rent here is 1,900 dollars => rent=1900
my lad goes to St Mary's Primary => son|school=St Mary's Primary
I dropped out of Rutgers => -school=Rutgers
I'm in my final year at Bath Spa University => grade=final year; school=Bath Spa University
my course is graphic design => major=graphic design
our new manager is called Priti => manager=Priti
I can touch-type => skill=touch-type
I speak fluent Polish => language=Polish
my Spanish is pretty good => language=Spanish
I'm taking up the cello => learning=cello
I'm learning to crochet => learning=crochet
my mate Spencer works in Dubai => Spencer|work_city=Dubai; friend=Spencer
I'm a paediatric nurse over at Alder Hey => employer=Alder Hey; occupation=paediatric nurse
I got promoted, I'm a regional manager now => occupation=regional manager
I've handed in my notice at Currys => -employer=Currys
I'm between jobs right now => occupation=between jobs
I drive for Uber => employer=Uber
we moved offices, I work in Hammersmith now => work_city=Hammersmith
I make roughly 5 grand a month => salary=5000
my rent just jumped to 1,650 => rent=1650
I got a pay rise, I'm on 38k now => salary=38000
I'm in Year 12 at Kingsmead School => grade=Year 12; school=Kingsmead School
I'm doing a PhD in neuroscience at McGill => major=neuroscience; school=McGill
my daughter got into Cambridge => daughter|school=Cambridge
Mr Hargreaves is my boss => manager=Mr Hargreaves
I can cook a mean curry => skill=cook mean curry
My first language is Yoruba => language=Yoruba
I'm brushing up my German => learning=German
I work as an estate agent in Harrogate => occupation=estate agent
my wife's an anaesthetist => wife|occupation=anaesthetist
got a job as a lifeguard => occupation=lifeguard
I've left Barclays, I'm at Monzo now => employer=Monzo; -employer=Barclays
I was laid off by Intel => -employer=Intel
My brother's a chef at Dishoom => brother|employer=Dishoom; brother|occupation=chef
My company is called Nimbus Labs => employer=Nimbus Labs
wages went up to 14 an hour => salary=14
my rent went from 900 to 1050 => rent=1050; -rent=900
switched to Lakeside Academy in September => school=Lakeside Academy
I changed my major to nursing => major=nursing
I'm a student at Durham => occupation=student; school=Durham
I go to Florida State => school=Florida State
my sister goes to Oberlin College => sister|school=Oberlin College
I'm in eleventh grade => grade=eleventh grade
my kid's in Year 2 => child|grade=Year 2
I report to a woman named Ingrid => manager=Ingrid
Our new boss is Stefan => manager=Stefan
I'm fluent in Dutch and Flemish => language=Dutch; language=Flemish
I can ride a unicycle => skill=ride unicycle
I've been learning the banjo => learning=banjo
my girlfriend Noor is a dentist => girlfriend|occupation=dentist; partner=Noor
our rent's gone down to 800 => rent=800
my pay went up to 55k => salary=55000
I switched my major from law to film => major=film; -major=law
switched to Riverside High => school=Riverside High
I'm a student at Sheffield Hallam => occupation=student; school=Sheffield Hallam
I go to Michigan State => school=Michigan State
I report to Dominic Frayne => manager=Dominic Frayne
I'm at Siemens now => employer=Siemens
I'm no longer a waiter but a barista => occupation=barista; -occupation=waiter
I left Oracle in 2020 => -employer=Oracle
my mum's a seamstress => mother|occupation=seamstress
I've been at Lidl for six years => employer=Lidl
I work at Nando's part time => employer=Nando's
I'm the head chef at a hotel => occupation=head chef
got fired from Burger King => -employer=Burger King
My brother-in-law works for NASA => brother-in-law|employer=NASA
we pay 2k a month in rent => rent=2000
I'm earning 31k => salary=31000
in my second year at Keele University => grade=second year; school=Keele University
I graduated from Emory in 2011 => school=Emory
I speak Urdu at home => language=Urdu
I'm learning sign language => learning=sign language
I'm good at drawing => skill=drawing
my husband is a paramedic => husband|occupation=paramedic
I'm a data analyst at Ocado => employer=Ocado; occupation=data analyst
Just started at PwC as an auditor => employer=PwC; occupation=auditor
I don't work at Zara anymore, I'm at Mango now => employer=Mango; -employer=Zara
I was made redundant last month => -employer=
I earn 2,900 euros a month => salary=2900
rent is 750 quid => rent=750
She studies physics at ETH @sister => sister|major=physics; sister|school=ETH
I'm majoring in linguistics => major=linguistics
I'm a junior at Tulane => grade=junior; school=Tulane
my boss's name is Harriet => manager=Harriet
I know how to sew => skill=sew
I'm bilingual in Welsh and English => language=English; language=Welsh
learning the ukulele at 60 => learning=ukulele
"""

FAMILY_AND_THINGS = r"""
my girlfriend's name is Anna => partner=Anna
my girlfriend Anna => partner=Anna
Anna is my girlfriend => partner=Anna
my cat is called Tofu => pet=Tofu
I have a corgi named Biscuit => pet=Biscuit
my son Leo => child=Leo
I have two kids => children_count=2
I got married => relationship_status=married
I'm single => relationship_status=single; -partner=
we broke up => relationship_status=single; -partner=
I'm divorced => relationship_status=divorced; -partner=
I drive a Tesla => car=Tesla
we've got three cats => pet=cats
our dog Rufus passed away last spring => -pet=Rufus
My wife's name is Mei Ling => partner=Mei Ling
I've been married for ten years => relationship_status=married
me and my boyfriend split up last week => relationship_status=single
I'm currently single => relationship_status=single
I have an older brother and a younger sister => sibling=older brother; sibling=younger sister
We drive an old Subaru => car=Subaru
I just bought a Honda Civic => car=Honda Civic
I have a golden retriever, his name is Duke => pet=golden retriever; pet=Duke
I run a small bakery => owns=small bakery
I'm a mother of three => children_count=3
We have a son named Oliver and a daughter named Ruby => child=Oliver; child=Ruby
I'm engaged to Marco => relationship_status=engaged; partner=Marco
I'm seeing someone new => relationship_status=in a relationship
we tied the knot in September => relationship_status=married
My brother's name is Ahmed => sibling=Ahmed
Our parrot's name is Kiwi => pet=Kiwi
I adopted a stray kitten called Pixel => pet=Pixel
We named the puppy Waffles => pet=Waffles
I have a black cat named Salem => pet=Salem
I recently adopted two rescue dogs, Bonnie and Clyde => pet=Bonnie; pet=Clyde
I'm married to a teacher => relationship_status=married
My husband and I got divorced in 2020 => relationship_status=divorced
I have one daughter, her name is Sophie => child=Sophie; children_count=1
I have twin boys => children_count=2
I drive a red Toyota Corolla => car=Toyota Corolla
I bought a house last year => owns=house
I'm married => relationship_status=married
we have a cockapoo called Nelson => pet=Nelson
My sister got engaged last night! => sister|relationship_status=engaged
I run my own business => owns=business
Our twins are named Ada and Max => child=Ada; child=Max
I have three sisters => sibling=3 sisters
Sarah's my best friend => friend=Sarah
I am not married => -relationship_status=married
I'm not single => -relationship_status=single
My parents own a vineyard => parents|owns=vineyard
I have a brother named Felix => sibling=Felix
I have a cat and two dogs => pet=cat; pet=dogs
our new puppy is named Ziggy => pet=Ziggy
My rabbit Clover is white => pet=Clover
I drive an electric Mini Cooper => car=electric Mini Cooper
My brother Sam just became a dad => sibling=Sam
I have an older sister called Maya => sibling=Maya
my hamster's name is Peanut => pet=Peanut
We got divorced last year => relationship_status=divorced
My boyfriend and I broke up => relationship_status=single
I have a boyfriend => relationship_status=in a relationship
My cat's name is Miso => pet=Miso
We got a new puppy, her name is Coco => pet=puppy; pet=Coco
I broke up with Daniel => relationship_status=single; -partner=Daniel
My fiancé is called Lars => partner=Lars
I have a 5-year-old daughter => child=daughter
I'm a father of two => children_count=2
I've been driving the same old Fiesta for years => car=Fiesta
I'm married to Deborah => partner=Deborah; relationship_status=married
been going out with a girl called Saoirse for a few months => partner=Saoirse; relationship_status=in a relationship
I'm seeing someone named Tariq => partner=Tariq; relationship_status=in a relationship
My pet is a gecko => pet=gecko
we've a toddler called Wilf => child=Wilf
my eldest, Poppy, is off to uni in September => child=Poppy
just brought home a kitten named Biscotti => pet=Biscotti
I own a sailboat => owns=sailboat
my fella's called Declan => partner=Declan
Tom and I got engaged at Christmas! => partner=Tom; relationship_status=engaged
my marriage ended last year => relationship_status=divorced; -partner=
I've got 3 kids under 10 => children_count=3
Our baby girl Ottilie arrived on Sunday => child=Ottilie
my big sis Fran lives round the corner => sibling=Fran
our budgie's called Mango => pet=Mango
we lost our dog Bess in March => -pet=Bess
I've got a bearded dragon => pet=bearded dragon
traded in the Golf for a Skoda Octavia => car=Skoda Octavia; -car=Golf
I bought myself a banjo => owns=banjo
I'm a single mum of two => children_count=2; relationship_status=single
my ex and I separated in May => relationship_status=separated
She's my fiancée, Beatrix => partner=Beatrix
my son Rowan hates broccoli => child=Rowan; son|dislikes=broccoli
we have four children, all girls => children_count=4
my brother's called Gideon => sibling=Gideon
we have two rescue greyhounds => pet=rescue greyhounds
my new car is a Kia Sportage => car=Kia Sportage
we own a small vineyard => owns=small vineyard
I run a plumbing business with my brother => owns=plumbing business
My partner Wes and I just bought a flat => owns=flat; partner=Wes
I'm dating a nurse called Imogen => partner=Imogen; relationship_status=in a relationship
my husband passed away in 2017 => relationship_status=widowed; -partner=
newly single and loving it => relationship_status=single; -partner=
We got hitched in Vegas => relationship_status=married
I have a stepdaughter called Elodie => child=Elodie
My son's name is Kit => child=Kit
I've got a twin brother => sibling=twin brother
We adopted a greyhound, Sprout => pet=Sprout
I swapped my Polo for a Leaf => car=Leaf; -car=Polo
I've bought an e-bike => owns=e-bike
I'm married to Siobhan => partner=Siobhan; relationship_status=married
I've been going out with Callum since school => partner=Callum; relationship_status=in a relationship
my daughter's called Juno => child=Juno
we've got three boys => children_count=3
My sister Thea moved to Malta => sibling=Thea; sister|home_city=Malta
my pal Roddy owns a pub => Roddy|owns=pub; friend=Roddy
My pet is a parakeet => pet=parakeet
we have a tabby called Smudge => pet=Smudge
I've had the same old Honda for ten years => car=Honda
My car's a Peugeot 208 => car=Peugeot 208
we've got a caravan => owns=caravan
been driving this old Volvo for ages => car=Volvo
I'm married to Oluwaseun => partner=Oluwaseun; relationship_status=married
going out with a guy named Piotr => partner=Piotr; relationship_status=in a relationship
I'm seeing a girl called Wren => partner=Wren; relationship_status=in a relationship
My pet is a ferret => pet=ferret
I've got a sister in Chile => sibling=sister
Luna is our cat => pet=Luna
I drive a beat-up Ford Focus => car=Ford Focus
my boyfriend's name is Enzo => partner=Enzo
my wife left me => relationship_status=single; -partner=
I have two sons and a daughter => children_count=3
I have a younger brother named Jude => sibling=Jude
my best friend is called Zadie => friend=Zadie
we got a kitten called Nacho => pet=Nacho
my hamster died yesterday => -pet=
I've just bought a Toyota Yaris => car=Toyota Yaris
I own a food truck => owns=food truck
"""

HEALTH_AND_HABITS = r"""
I'm allergic to peanuts => allergy=peanuts
I was diagnosed with diabetes => illness=diabetes
I have asthma => illness=asthma
I take metformin => medication=metformin
I'm a vegetarian => diet=vegetarian
I drink an espresso every morning => drinks=espresso
I don't drink coffee => avoids=coffee; -drinks=coffee
I no longer drink coffee => avoids=coffee; -drinks=coffee
I gave up coffee => avoids=coffee; -drinks=coffee
I quit coffee => avoids=coffee; -drinks=coffee
I stopped drinking coffee => avoids=coffee; -drinks=coffee
I've stopped drinking coffee => avoids=coffee; -drinks=coffee
I quit smoking => avoids=smoking; -smokes=
I smoke => smokes=yes
I run every Tuesday => exercise=running
I run the river path every morning => exercise=running
I get up at six => wake_time=06:00
I'm deathly allergic to shellfish => allergy=shellfish
Turns out I'm lactose intolerant => allergy=lactose
I've been on sertraline since January => medication=sertraline
I've had asthma since I was a kid => illness=asthma
I went vegan two years ago => diet=vegan
I usually have two cups of black coffee in the morning => drinks=black coffee
I haven't touched alcohol since 2019 => avoids=alcohol
I've cut out sugar completely => avoids=sugar
I don't eat pork => avoids=pork
I used to smoke but I quit => -smokes=
My alarm goes off at 5:45 every day => wake_time=05:45
I usually hit the gym three times a week => exercise=gym
I go swimming every Sunday morning => exercise=swimming
I normally go to bed around 11 => bed_time=23:00
I bike to work => commute=biking
My daughter Zoe is allergic to eggs => daughter|allergy=eggs; child=Zoe
I do yoga every morning => exercise=yoga
I'm not vegetarian anymore => -diet=vegetarian
peanuts give me hives => allergy=peanuts
I've got a nut allergy => allergy=nut
I found out I'm diabetic => illness=diabetes
I suffer from migraines => illness=migraines
they diagnosed me with ADHD last year => illness=ADHD
I've been struggling with depression => illness=depression
I take 20mg of Prozac every day => medication=Prozac
I came off antidepressants in March => -medication=antidepressants
I only eat halal food => diet=halal
my mom is vegetarian => mother|diet=vegetarian
I play badminton on Wednesdays => exercise=badminton
On weekends I usually go hiking => exercise=hiking
I jog 5k before work every day => exercise=jogging
I wake up at quarter to seven => wake_time=06:45
I'm usually asleep by half past ten => bed_time=22:30
I start every day with a green smoothie => drinks=green smoothie
I switched from coffee to green tea => drinks=green tea; -drinks=coffee
I'm off caffeine for now => avoids=caffeine
I never drink alcohol => avoids=alcohol
I stopped eating meat => avoids=meat
no more energy drinks for me => avoids=energy drinks
I quit vaping => avoids=vaping
I take the subway to work => commute=subway
My grandmother has Alzheimer's => grandmother|illness=Alzheimer's
My dad is allergic to bees => father|allergy=bees
I am a vegan => diet=vegan
I'm on a keto diet => diet=keto
I don't drink coffee anymore => avoids=coffee; -drinks=coffee
I stopped drinking soda => avoids=soda
I usually drink green tea after lunch => drinks=green tea
I drink about three beers a week => drinks=beers
I go running every morning at 6 => exercise=running
I go to the gym on Mondays and Thursdays => exercise=gym
I wake up at 7am every day => wake_time=07:00
I go to bed at midnight => bed_time=00:00
I was diagnosed with type 2 diabetes last year => illness=type 2 diabetes
I have a gluten intolerance => allergy=gluten
I take vitamin D every morning => medication=vitamin D
ive been vegetarian since 2016 => diet=vegetarian
I’m allergic to penicillin and latex => allergy=penicillin; allergy=latex
I have high cholesterol => illness=high cholesterol
I was diagnosed with celiac disease => illness=celiac disease
I take ibuprofen for my back => medication=ibuprofen
I gave up alcohol last year => avoids=alcohol
I haven't smoked in three years => avoids=smoking
I don't smoke => avoids=smoking
I smoke a pack a day => smokes=yes
I no longer eat gluten => avoids=gluten
I eat oatmeal for breakfast => eats=oatmeal
I meditate every night => routine=meditating
I walk my dog every morning => routine=walking my dog
I do crossfit twice a week => exercise=crossfit
I swim every day before work => exercise=swimming
I commute by train => commute=train
I can't eat gluten => avoids=gluten
I can't drink milk => avoids=milk
cats make me sneeze => allergy=cats
I've had insomnia for years => illness=insomnia
I'm on blood thinners => medication=blood thinners
I stopped taking antidepressants => -medication=antidepressants
I go for a run every day => exercise=running
I play tennis every weekend => exercise=tennis
I get up at half past five => wake_time=05:30
I wake up around 8:15 => wake_time=08:15
I go to sleep at 1 am => bed_time=01:00
I walk to work => commute=walking
I read before bed every night => routine=reading before bed
I'm not drinking coffee anymore => avoids=coffee; -drinks=coffee
I've quit drinking => avoids=alcohol
I don't drink => avoids=alcohol
I've been smoke-free for a year => avoids=smoking
I drink two cups of tea every day => drinks=tea
I always drink oat milk => drinks=oat milk
I usually wake up at 6:30 => wake_time=06:30
I go to bed at half past ten => bed_time=22:30
I'm allergic to cats, dust and pollen => allergy=cats; allergy=dust; allergy=pollen
I have type 1 diabetes => illness=type 1 diabetes
my grandfather has Parkinson's => grandfather|illness=Parkinson's
I'm on insulin => medication=insulin
I'm not a vegan => -diet=vegan
I've switched to decaf => drinks=decaf
I usually have a latte in the morning => drinks=latte
I've been running every morning since January => exercise=running
I practice yoga on Sundays => exercise=yoga
My mother has diabetes => mother|illness=diabetes
My dad quit smoking => father|avoids=smoking
My friend Julia is allergic to nuts => Julia|allergy=nuts; friend=Julia
I'm gluten intolerant => allergy=gluten
I have a severe allergy to bee stings => allergy=bee stings
I've been taking lithium for years => medication=lithium
I commute from Reading by train => commute=train
the office is in Canary Wharf, so I commute there by tube => commute=tube
I'm coeliac => illness=coeliac disease
I can't have shellfish, I'm allergic => avoids=shellfish
penicillin brings me out in a rash => allergy=penicillin
on levothyroxine for my thyroid => medication=levothyroxine
I've gone pescatarian => diet=pescatarian
I gave up cheese for Lent => avoids=cheese
I've been sober since 2021 => avoids=alcohol
I have porridge every morning => eats=porridge
I'm up at 5 most days => wake_time=05:00
I do parkrun every Saturday => exercise=parkrun
shellfish makes my throat close up => allergy=shellfish
I've lived with Crohn's since my teens => illness=Crohn's
doctor put me on amlodipine => medication=amlodipine
I've come off the pill => -medication=pill
we're a gluten-free household => diet=gluten-free
I've been doing keto since January => diet=keto
not veggie anymore, I eat chicken now => eats=chicken; -diet=veggie
I have a flat white on my way to work every day => drinks=flat white
I live on instant noodles => eats=instant noodles
Never touched a cigarette in my life => avoids=smoking
I lift weights four times a week => exercise=lifting weights
I'm usually up by half six => wake_time=06:30
it's a 40 minute cycle to work for me => commute=cycling
I journal every night before bed => routine=journaling
I've got a terrible pollen allergy => allergy=pollen
I break out in hives when I eat kiwi => allergy=kiwi
I was told I have arthritis => illness=arthritis
my migraines are back => illness=migraines
I take antihistamines in the spring => medication=antihistamines
I'm no longer on Prozac => -medication=Prozac
I eat plant-based mostly => diet=plant-based
I drink way too much Diet Coke => drinks=Diet Coke
never been a smoker => avoids=smoking
I've been off the booze since New Year => avoids=booze
I swim 40 lengths every morning => exercise=swimming
I get up at 5:30 to feed the horses => wake_time=05:30
we're normally in bed by 9:30 => bed_time=21:30
I get the train to work => commute=train
every Sunday I call my parents => routine=calling my parents
I'm highly allergic to latex => allergy=latex
strawberries give me a rash => allergy=strawberries
I have a mild dairy intolerance => allergy=dairy
my dad was diagnosed with Parkinson's last spring => father|illness=Parkinson's
I've got a touch of tinnitus => illness=tinnitus
I no longer have asthma => -illness=asthma
I'm taking 50mg of sertraline => medication=sertraline
I've stopped taking statins => -medication=statins
I went vegan for the animals => diet=vegan
I drink three coffees before noon => drinks=coffees
Every evening I have a camomile tea => drinks=camomile tea
Haven't had a drink in six months => avoids=alcohol
I quit weed => avoids=weed
I go spinning on Tuesdays => exercise=spinning
I usually hit the sack around eleven => bed_time=23:00
I set my alarm for 6:10 => wake_time=06:10
I cycle to campus most days => commute=cycling
I call my gran every Sunday => routine=calling my gran
Turns out I'm allergic to sulfa drugs => allergy=sulfa drugs
my son has a peanut allergy => son|allergy=peanut
I've got IBS => illness=IBS
I was diagnosed with ADHD at 35 => illness=ADHD
I take vitamin B12 => medication=vitamin B12
doc started me on lisinopril => medication=lisinopril
I'm pescatarian now => diet=pescatarian
mostly drink decaf these days => drinks=decaf
I no longer drink coffee but tea => avoids=coffee; drinks=tea; -drinks=coffee
I gave up smoking ten years ago => avoids=smoking
I've given up running => avoids=running
I hit the gym every morning => exercise=gym
I do pilates on Mondays => exercise=pilates
I get up around 7 => wake_time=07:00
I'm usually asleep by ten => bed_time=22:00
I take the ferry to work => commute=ferry
I water my plants every Saturday => routine=watering my plants
my dog Biscuit is allergic to chicken => dog|allergy=chicken; pet=Biscuit
I'm asthmatic => illness=asthma
I get hay fever every spring => illness=hay fever
I'm on antidepressants => medication=antidepressants
nuts make my lips swell => allergy=nuts
I went veggie last year => diet=veggie
I'm off sugar => avoids=sugar
I don't touch caffeine => avoids=caffeine
I have toast for breakfast every day => eats=toast
I bike to work every day => commute=biking
I wake up at 5 sharp => wake_time=05:00
I can't eat dairy => avoids=dairy
My mum's allergic to penicillin => mother|allergy=penicillin
I have endometriosis => illness=endometriosis
I'm on the pill => medication=pill
I stopped taking citalopram => -medication=citalopram
I've been vegan for six years => diet=vegan
I have a black coffee every morning => drinks=black coffee
I've stopped eating bread => avoids=bread; -eats=bread
I smoke a pipe => smokes=yes
I go climbing twice a week => exercise=climbing
I get up at half five => wake_time=05:30
I go to bed at 10:30 pm => bed_time=22:30
I drive to work => commute=driving
I pray five times a day => routine=praying
"""

TASTES_AND_AIMS = r"""
My favourite drink is a latte => favourite_drink=latte
My favorite drink is a latte => favourite_drink=latte
I love hiking => hobby=hiking
I'm into board games => hobby=board games
I really enjoy old films => likes=old films
I like tea and coffee => likes=tea; likes=coffee
I hate cilantro => dislikes=cilantro
I can't stand loud music => dislikes=loud music
I don't like mornings => dislikes=mornings
I'm not a fan of opera => dislikes=opera
don't call me Lizzie => dislikes=being called Lizzie
I want to become a pilot => goal=become a pilot
my dream is to open a bakery => goal=open a bakery
I'm scared of spiders => fear=spiders
I'm afraid of the dark => fear=dark
family matters most to me => values=family
I believe in karma => values=karma
espresso is my favourite drink => favourite_drink=espresso
my favourite film is Alien => favourite_movie=Alien
my favourite color is red => favourite_colour=red
my favourite ice cream flavour is mint => favourite_ice_cream_flavour=mint
my favourite restaurant is Noma => favourite_restaurant=Noma
Blue is my favourite => favourite_colour=Blue
I no longer like jazz => -likes=jazz
I want a cat => goal=cat
honestly my all-time favorite singer has to be Adele => favourite_singer=Adele
I can't get enough of Thai food => likes=Thai food
I'm obsessed with K-dramas => likes=K-dramas
I'm really not into horror movies => dislikes=horror movies
Mushrooms make me gag => dislikes=Mushrooms
pineapple on pizza is not my thing => dislikes=pineapple on pizza
please don't call me ma'am => dislikes=being called ma'am; -call_me=ma'am
I want to run a marathon someday => goal=run a marathon
My goal this year is to save ten thousand dollars => goal=save ten thousand dollars
I'd love to go to Iceland one day => goal=go to Iceland
I'm terrified of flying => fear=flying
Heights scare me => fear=Heights
Honesty is the most important thing to me => values=Honesty
I believe in second chances => values=second chances
I've always wanted to open my own café => goal=open my own café
My favourite thing to eat is ramen => favourite_food=ramen
Autumn is by far my favourite season => favourite_season=Autumn
My favorite football team is Arsenal => favourite_football_team=Arsenal
my dad's favourite band is Queen => father|favourite_band=Queen
In my free time I like to paint watercolours => hobby=painting watercolours
I'm a huge Star Wars fan => likes=Star Wars
I collect vintage cameras => hobby=collecting vintage cameras
I want a dog so badly => goal=dog
I'm trying to go keto => goal=go keto
Dad loves fishing => father|hobby=fishing
my wife can't stand the smell of garlic => wife|dislikes=garlic
I adore Studio Ghibli films => likes=Studio Ghibli films
I'm not a big fan of crowds => dislikes=crowds
I'm not that keen on seafood => dislikes=seafood
I don't really enjoy shopping => dislikes=shopping
I despise small talk => dislikes=small talk
I prefer tea to coffee => likes=tea
I've fallen in love with bouldering => hobby=bouldering
I've recently gotten into woodworking => hobby=woodworking
photography is my hobby => hobby=photography
my hobbies are reading, cooking and hiking => hobby=reading; hobby=cooking; hobby=hiking
one day I hope to write a novel => goal=write a novel
I plan to move to Japan next year => goal=move to Japan next year
I've been saving up for a house => goal=house
I have a fear of clowns => fear=clowns
what I value most is loyalty => values=loyalty
Freedom means everything to me => values=Freedom
My favourite book used to be Dune but now it's Hyperion => favourite_book=Hyperion; -favourite_book=Dune
Lilies are my favourite flowers => favourite_flower=Lilies
Her favourite colour is teal @girlfriend => girlfriend|favourite_colour=teal
my fave dessert = tiramisu => favourite_dessert=tiramisu
Messi is my favourite player of all time => favourite_player=Messi
one of my favourite films is Amelie => likes=Amelie
my daughter's favourite colour is purple => daughter|favourite_colour=purple
My cat Luna loves tuna => cat|likes=tuna; pet=Luna
I love sushi => likes=sushi
I really enjoy painting and playing chess => hobby=painting; hobby=playing chess
I like jazz and blues => likes=jazz; likes=blues
I dislike loud music => dislikes=loud music
My favourite movie is The Godfather => favourite_movie=The Godfather
My favourite food is my grandma's dumplings => favourite_food=grandma's dumplings
My favourite author is Haruki Murakami => favourite_author=Haruki Murakami
My favourite song is "Yesterday" => favourite_song=Yesterday
My favorite drink changed from latte to matcha => favourite_drink=matcha; -favourite_drink=latte
I have changed my mind, my favourite fruit is mango now => favourite_fruit=mango
I want to become a doctor => goal=become a doctor
I'm planning to open a restaurant => goal=open a restaurant
My dream is to travel around the world => goal=travel around the world
I have a phobia of needles => fear=needles
I value honesty above all => values=honesty
I believe in God => values=God
Don't call me Bobby => dislikes=being called Bobby
i dont like spicy food => dislikes=spicy food
hates cilantro @Tom => Tom|dislikes=cilantro
We love to travel => hobby=travelling
I really like strawberry ice cream => likes=strawberry ice cream
I'm into photography and film => hobby=photography; likes=film
I enjoy long walks on the beach => likes=long walks on the beach
My favourite team is Liverpool FC => favourite_team=Liverpool FC
The Beatles are my favourite band => favourite_band=The Beatles
my favourite flower is the peony => favourite_flower=peony
My favourite colour isn't blue anymore, it's green => favourite_colour=green
I want to learn to surf => goal=learn to surf
I wanna be a marine biologist => goal=be a marine biologist
I've always dreamed of living by the sea => goal=living by the sea
I fear losing my memory => fear=losing my memory
Dogs scare me => fear=Dogs
To me, friendship is everything => values=friendship
Not a fan of olives => dislikes=olives
I told her I love hiking => hobby=hiking
If you ask me, I like tea => likes=tea
I like tea if it's hot => likes=tea
I love Italian food and red wine => likes=Italian food; likes=red wine
I love to sing in the shower => hobby=singing in the shower
I'm crazy about Formula 1 => likes=Formula 1
Classical music is not for me => dislikes=Classical music
my absolute favourite snack is popcorn => favourite_snack=popcorn
His favourite sport is judo @son => son|favourite_sport=judo
I used to love jazz but now I prefer techno => -likes=jazz; likes=techno
I don't like beer anymore => dislikes=beer; -likes=beer
My goal is to lose 10 kilos => goal=lose 10 kilos
I hope to retire early => goal=retire early
I'm planning on going back to school => goal=going back to school
I'm terrified of sharks and deep water => fear=sharks; fear=deep water
My biggest fear is failure => fear=failure
Kindness is very important to me => values=Kindness
I'm a big fan of Radiohead => likes=Radiohead
I'm really into cooking lately => hobby=cooking
My new hobby is knitting => hobby=knitting
I don't really like chocolate => dislikes=chocolate
I can't stand the cold => dislikes=cold
I hate waking up early => dislikes=waking up early
I prefer cats over dogs => likes=cats
My favourite season is winter because of the snow => favourite_season=winter
My favourite singer is Taylor Swift and I love pop => favourite_singer=Taylor Swift; likes=pop
I dream of becoming a singer => goal=becoming a singer
I'd like to learn Greek => goal=learn Greek
I'm really scared of heights => fear=heights
Health is the most important thing => values=Health
My favourite coffee is a flat white => favourite_coffee=flat white
These days my favourite drink is kombucha => favourite_drink=kombucha
I don't like latte anymore, I prefer americano now => dislikes=latte; -likes=latte; likes=americano
Julia loves hiking => Julia|hobby=hiking
I want to learn how to paint => goal=learn how to paint
My dream job is being a park ranger => goal=park ranger
I am terrified of public speaking => fear=public speaking
What matters most to me is honesty => values=honesty
Honesty matters to me => values=Honesty
I could never live without music => likes=music
I actually love swimming now => hobby=swimming; -dislikes=swimming
I actually hate oat milk now => dislikes=oat milk; -likes=oat milk
I bake sourdough at weekends => hobby=baking sourdough
reality tv does my head in => dislikes=reality tv
the kids' favourite film is Moana => children|favourite_movie=Moana
favourite band: Fleetwood Mac => favourite_band=Fleetwood Mac
I'm saving for a deposit on a flat => goal=deposit on a flat
I'm petrified of wasps => fear=wasps
loyalty is everything to me => values=loyalty
I've taken up crochet => hobby=crochet
I'm getting into birdwatching => hobby=birdwatching
I've really warmed to jazz lately => likes=jazz
turns out I quite like beetroot now => likes=beetroot; -dislikes=beetroot
I've completely gone off wine => -likes=wine
can't be doing with reality shows => dislikes=reality shows
crochet is my happy place => hobby=crochet
favourite crisps are salt and vinegar => favourite_crisp=salt and vinegar
my all time fave show's The Wire => favourite_tv_show=The Wire
I've taken up running again => hobby=running
I'd love to see the northern lights one day => goal=see the northern lights
my aim is to retire by 55 => goal=retire by 55
small spaces freak me out => fear=small spaces
being kind matters more than anything to me => values=being kind
I'm wild about orchids => likes=orchids
nothing beats a roast dinner => likes=roast dinner
I have a real soft spot for greyhounds => likes=greyhounds
musicals aren't my cup of tea => dislikes=musicals
I've grown to hate commuting => dislikes=commuting
I don't hate mushrooms anymore => -dislikes=mushrooms
I used to hate olives but I love them now => -dislikes=olives
My hobbies include baking and rollerblading => hobby=baking; hobby=rollerblading
I'm an amateur beekeeper => hobby=beekeeping
I spend my weekends restoring old radios => hobby=restoring old radios
the book I love most is Middlemarch => favourite_book=Middlemarch
my fave holiday destination is Crete => favourite_holiday_destination=Crete
favourite subject at school is chemistry => favourite_subject=chemistry
I'm determined to get my pilot's licence => goal=get my pilot's licence
my dream is owning a bookshop => goal=owning a bookshop
dogs terrify me => fear=dogs
I believe in hard work => values=hard work
I'm studying to be a vet => goal=be a vet
I'm a huge fan of Studio Ghibli => likes=Studio Ghibli
can't beat a good curry => likes=good curry
I much prefer trains to planes => likes=trains
I detest small talk => dislikes=small talk
I'm not mad on seafood => dislikes=seafood
I've started painting again => hobby=painting
Bouldering has become my thing => hobby=Bouldering
My favourite position to play is goalkeeper => favourite_position=goalkeeper
her favourite singer is Sade @mother => mother|favourite_singer=Sade
cottagecore is so overrated => dislikes=cottagecore
Don't call me sweetheart => dislikes=being called sweetheart; -call_me=sweetheart
I'm saving up to buy a house => goal=buy a house
public speaking terrifies me => fear=public speaking
Above all I value loyalty => values=loyalty
my faith means the world to me => values=faith
my sister wants a dog => sister|goal=dog
I actually enjoy running now => hobby=running; -dislikes=running
I don't like running anymore => dislikes=running; -hobby=running
I love coffee again => likes=coffee; -dislikes=coffee
these days I hate crowds => dislikes=crowds; -likes=crowds
I prefer window seats => likes=window seats
I'm a massive Tolkien nerd => likes=Tolkien
really not a fan of coriander => dislikes=coriander
I'm into ceramics and indie folk => hobby=ceramics; likes=indie folk
favorite superhero: Spider-Man => favourite_superhero=Spider-Man
my favourite place on earth is Skye => favourite_place=Skye
I want to learn to sail => goal=learn to sail
My dream is to see Antarctica => goal=see Antarctica
I'm scared of deep water => fear=deep water
Being honest matters to me => values=Being honest
I actually like broccoli now => likes=broccoli; -dislikes=broccoli
I actually hate swimming now => dislikes=swimming; -hobby=swimming
I adore watercolour painting => hobby=watercolour painting
my favourite singer used to be Adele, now it's Raye => favourite_singer=Raye; -favourite_singer=Adele
peonies are my favourite flower => favourite_flower=peonies
my go-to drink is a mojito => favourite_drink=mojito
favourite season = autumn => favourite_season=autumn
I want to be a firefighter => goal=be a firefighter
I'm hoping to adopt a child => goal=adopt a child
I have a phobia of moths => fear=moths
Freedom matters most to me => values=Freedom
I love thunderstorms => likes=thunderstorms
I hate small talk => dislikes=small talk
not into football at all => dislikes=football
I used to hate running but now I love it => -dislikes=running
I enjoy birdwatching these days => hobby=birdwatching; -dislikes=birdwatching
we play bridge every Thursday => hobby=bridge
my favourite poet is Mary Oliver => favourite_poet=Mary Oliver
my favourite dish to cook is risotto => favourite_food=risotto
don't call me mate => dislikes=being called mate; -call_me=mate
I want to visit Patagonia => goal=visit Patagonia
I'm afraid of needles => fear=needles
I value privacy => values=privacy
"""

CORRECTIONS = r"""
I meant Friday
no, it's Friday
sorry, I mean next week
actually it's Jon not John
correction: it's at nine
I live in Rome, not Paris => home_city=Rome; -home_city=Paris
it was not Anna but Ben
I meant Thursday, not Tuesday
sorry, I mean Osaka
actually it's Catherine with a C
correction: I'm 43 => age=43
no no, my sister is called Ruth => sibling=Ruth
I don't live in Denver but in Boulder => home_city=Boulder
no I said Portland
it's Sara without an h, not Sarah
wait, I meant my sister
I was wrong, the exam is on Friday
Actually, I'm 35, not 34 => age=35; -age=34
No, I meant Vienna, not Venice
sorry, it's on Thursday
I said Rome but I meant Milan
it's not Anna but Hannah
sorry, I meant to say my brother
oh wait it's June, not July
no, I'm 31 => age=31
He's from Kyoto, not Osaka @husband => husband|hometown=Kyoto
Sorry, it's my aunt, not my sister
no wait, Thursday
let me correct myself, I have three cats => pet=cats
I misspoke, I work at Visa => employer=Visa
I'm 45, I mean 46 => age=46
I said I live in Bonn, not Berlin => home_city=Bonn; -home_city=Berlin
No, my birthday is in June, not July
not Tuesday but Thursday
wait no, he's 9 @son => son|age=9
scratch that, soy milk
I meant the 14th
no, it closes at 9 pm
oops, I meant Charlotte
hang on, no, she's 7 @daughter => daughter|age=7
make that three sugars
you've got that wrong, I work for Aviva => employer=Aviva
Actually no, it's the 22nd
sorry, I meant my cousin
it starts at 8, not 7
I said Dorset but I meant Devon
Not 3, 5 sorry
no no, she lives in Cork @sister => sister|home_city=Cork
whoops, I meant to write Tuesday
Actually it's spelled Katharine
no, the party starts at seven
wait no, she's 11 @niece => niece|age=11
scratch that, almond milk
I meant the 3rd
Actually no, he's the younger one
no it leaves at 6.40
sorry, it's the 9th not the 8th
no, it opens at 10 am
Actually no, it's on the Sunday
wait no, he's 14 @brother => brother|age=14
I meant the 30th
scratch that, rye bread
I mean Thursday, sorry
correction, her name is Ines
no, her name's Leonie
I meant my brother, not my cousin
Sorry, I meant Osaka
"""

NOTHING = r"""
what's my name?
do you like coffee
if I lived in Paris
I'd live in Paris
imagine I'm a doctor
I don't have a cat
he said "my name is Lee"
she says “I live in Rome”
I look like my mom
I had a dog as a child
I have a question about Christophe
I'm Christophe's friend
I'm asking about Christophe
I'm good
I'm sure
I'm home
I'm in love
I'm late
I'm just saying
I'm happy
I'm Friday's guest
he lives in Rome
she is a nurse
it is Friday
My best friend Priya's moving to Dubai
doctor says I have high blood pressure
I finally proposed and she said yes!
We're expecting our second baby
I was raised Catholic
do you know any good restaurants?
If I were rich I'd live in Monaco
I'm so tired today
I'm on my way
I'm fine thanks
My friend said "I'm moving to Rome"
she told me she hates coffee
I would never live in London
I might become a nurse
let's pretend I'm a wizard
I was thinking of moving to Spain
I had a hamster when I was little
I'm just kidding
I'm with Anna right now
I'm in Paris this week
the weather is lovely in Lisbon
I like you
can you recommend a book about Einstein
Tell me about Chopin
My computer is slow
I have a meeting at nine
I have a doctor's appointment
I love it when it rains
I was a teacher before
I need to buy milk
I'm here to talk about Leonardo
it's Monday again
My family lives in Sichuan
I'll be forty in June
I'm in my late twenties
just hit the big 3-0
My partner and I have been together for eight years
I'm going through a divorce
I don't have any pets
I'm big on punctuality
I'd rather have tea than coffee
Jazz is what I listen to most
I ride a Kawasaki
28, married, two kids
I work with Christophe
Christophe is a colleague of mine
I told Christophe about it
My name is on the list
I'm reading a book about Napoleon
I'm a little worried about my mom
I'm a disaster in the kitchen
I'm a big believer in karma
I'm Emma's mother
I'm at the airport
I'm Team Edward
I'm off to Berlin tomorrow
I wonder what Anna is doing
What if I lived on Mars
I could eat a horse
suppose my name was Bob
She asked if I'm married
I dreamed that I was a king
I wish I had a dog
would you like me if I was a cat
I'd have moved to Rome if I could
I hate you
I like that
I love this song
I had coffee this morning
I went running yesterday
I ate pasta for lunch today
I left home at eight
I left my umbrella at work
my phone died
My friends want me to move to Spain
the doctor told me I'm allergic to nothing
I'm done with this
I'm Ok
i'm sorry
I'm a bit under the weather
I take the blame
I take milk in my tea
My boss is really annoying
Where do I live?
Do you remember my dog's name
If I had a million dollars I would buy a yacht
I would love a coffee
My friend wants to know if I'm a doctor
I'm asking for a friend
I'm thinking about getting a cat
I might move to Canada next year
I'm not sure
I had a cat when I was young
He said he lives in Vienna
I read that Bill Gates lives in Seattle
In the movie she is a nurse
Thanks, that's great
I'm looking for a job as a waiter
I love you so much
I'm glad you asked
I'm Christophe's sister
I'm meeting Sarah tomorrow
I'm going to bed
She used to be a dancer @mother
is turning 50 next month @father
I love my job
I love my wife
I work remotely for a Canadian company
I work from home
I start at Shopify next Monday
I have a headache
I have a cold
my knee hurts
My phone number is a secret
My birthday is in two weeks
Tomorrow is my birthday
I'm an only child
I have no siblings
I've known Sarah for years
My therapist says I have anxiety
we left Chicago two years ago
I'm moving to Lisbon next month
I'd hate to live in Alaska
I don't have any allergies
I'm not allergic to anything
I'm nobody
I'm trying
I'm into you
I'm a mess
I'm such a klutz
I mean, who doesn't love pizza
No worries
no, thanks
Is it true that I'm a genius
Remember when I lived in Prague?
The character in my novel is a doctor
According to my dad, I'm a bad driver
I work at a hospital
I changed jobs
I like my coffee black
I can't stand people who are late
I hate it when people are late
I don't mind rain
my favorite subject at school was maths
mum's birthday is in May
We sold the car
this is Fernanda speaking
Good morning! Omar here
I'm at work
I'm exhausted
I'm going to the gym
I am Iron deficient
I'm Monday's biggest hater
I'm no expert
I'm your biggest fan
I'm a fast runner
I'm the oldest of four
I'm a parent
I'm asking about Marie Curie
I'm writing an essay about Kant
I'm listening to Adele
I'm watching a movie about Oppenheimer
Do you live in London
Am I a good person
should I move to Rome
I'd like to order a pizza
Please write a poem about my cat
suppose I had two kids
as if I liked jazz
my boss says "I hate meetings"
people say I'm stubborn
my friends think I'm crazy
someone told me you like tea
I never said I like tea
I doubt I'll like sushi
I don't think I like him
it's not that I hate dogs
I started running
I don't work there anymore
I'm getting married in June
Hello, this is my name: Ravi
don't talk to me like a child
how old am I
have you been to Rome
my sister wants to know your name
Anna and I went to Paris
I visited my aunt in Boston
If only I were taller
I thought I was allergic to nuts
I'm not from here
I'm the best
I'm Sagittarius rising
I'm back
I'm Christophe's biggest fan
my name isn't important
"I am a doctor"
he told me "I love tea"
I worked at Ford for ten years
I was living in Rome back then
I almost bought a Tesla
I'm about to cry
I'm looking at houses in Leeds
his name has been released
their interests are convergent
her birthday is on 4 May
Love takes work
Single payer is what they have in Canada
I mean, it's complicated
I love the show
I want to take a walk today
I've heard that every store is different
I live in a depressing society
I've gone off spicy food
I cut down on sugar
I'm thinking of becoming a vet
Does my mom like tea
My colleague asked whether I live in Leeds
Suppose I'm 30
I'm Christophe's mom
I'm fed up
I'm Ready
Let's say my name is Bob
he's 9 now
some people love camping
everyone lives in London these days
kids these days hate reading
my gran swears by black pudding
My wife's pregnant
The kids are driving me up the wall
we're Jehovah's Witnesses but I don't practise anymore
my middle school was awful
we're at 9 Hawthorn Close now
We put our old dog down last week
olives? can't stand them
My comfort food is mac and cheese
lights out at 10 for me
I hope the rain stops
I'd kill for a burger right now
my neighbour's cat keeps coming in
Do you think I should dye my hair?
I saw a great documentary on bees last night
had a row with my sister yesterday
my flight's at 6 tomorrow
I'm starting at Barclays on Monday
we've a little one on the way
I'm one of five siblings
bee stings could kill me, I'm anaphylactic
I used to do karate
the go-to karaoke song for me is Dancing Queen
don't sugar-coat things with me
rarely in bed before 1am
some folks swear by cold showers
everybody at work loves the new canteen
people in Sweden eat a lot of herring
Sam said he's moving to Perth
would you say I'm too old for this?
the bus was late again
thinking of getting a cat tbh
I might dye my hair blue
my sister's wedding is in June
if I win the lottery I'll quit my job
can you explain how mortgages work
my laptop's being slow
I was reading about Portugal
that pizza was unreal
I should probably drink less coffee
I wish I could play the piano
good luck with everything
her cat is adorable
we're having people over on Friday
I need to renew my passport
the kids are at my mum's tonight
hi! Konstantin here, 52, from Varna
My surname is Okafor-Bell
I'm nearly 30
mum's in her seventies
my first car was a Mini
I can take or leave chocolate
talk to me like I'm five
I can't bear the thought of being buried alive
they love spicy food over there
everyone my age hates Mondays
my mum says I'm lazy
he reckons he's going to be a pilot
what's the best way to learn chess?
our holiday got cancelled
I've got a job interview on Thursday
might go for a run later
you should visit Kyoto
I had soup for lunch
I'm looking for a new flat
can we talk about something else
the neighbours are so loud
I forgot my umbrella
my boss was off sick today
wish me luck!
saw Marcus at the gym
I'm not sure I like my new haircut
remind me to call the dentist
I'm in Rome until Friday
that exam was brutal
I can't find my keys
they're showing Dune at the cinema
I celebrated my 21st last week
My parents are Greek Cypriots
I don't live with my parents anymore
people say I'm too sensitive
grandad worked down the mines all his life
Sal from accounts got the sack
I work weekends at a garden centre
Our cat had kittens
the hamster died
I don't have a car
best film ever? Heat.
just give it to me straight, no waffle
one day I'll write a novel
most people hate flying
some of my colleagues live in Kent
you look like you need a holiday
my flatmate is being weird today
could you recommend a good thriller?
we ordered pizza last night
I was in Prague for the weekend
I have a dentist appointment at 4
pretend you're my dad
she says she likes me
I'm thinking about switching majors
I almost adopted a cat
If I get the job I'll move to Leeds
I'm gutted about the match
It's pouring down here
the new season starts tonight
I keep forgetting my password
my back's killing me
he's allergic to everything, apparently
I need a new phone
they raised ticket prices again
I'm turning 45 next week
I've put on 10 pounds
i deliver parcels for evri
He's 8
kids these days don't read
some people are allergic to cats
everyone has a favourite song
Nobody here likes the new logo
is it true cats hate water?
I dreamt I was married to Elvis
my teacher said I'm good at maths
let's meet at six
the train gets in at half nine
I had a coffee with Lena
we might move to Bristol
do you have a favourite colour
I could murder a curry
my car broke down
I'm reading about keto
the cat knocked over my tea
I'm allergic to Mondays
thanks for the help earlier
What should I name my puppy?
if I were vegan what would I eat
she used to work at Boots
I'm at the dentist
some people hate cats
everyone lives online now
people these days drink too much coffee
I've gone back to loving jazz
I sold my Vespa
I love my morning espresso
The weather in Oslo is grim
I dropped my phone in the bath
what's your favourite book?
I hope you're well
he moved to Spain
my cousin is visiting from Ohio
I was late for work today
Tell me a joke about cats
I guess I'm just tired
my manager wants a word
I might quit my job
that's my favourite part
I'm off to the gym
I used to live with my gran
my gran is turning 90 in May
he's 12
My aunt's house is huge
everybody hates Mondays
they live in Bonn
the coffee here is terrible
I saw a fox in the garden
can you help me move house?
I ate too much
I'd love a dog but my landlord won't allow it
if only I could drive
my brother thinks I'm bossy
I went to Malta last summer
got stuck in traffic again
I was a vegetarian for a while
I've got an exam on Friday
"""

_HOSTILE = [
    *("my ", "no, ", "Aa ", "I am ", "my mother ", "really ", "my favourite ", "well, "),
    *("I said a ", "from a to "),
    *("I have two ", "is my favourite ", "I like a, ", "every day ", "twenty ", "as a ", "a-"),
]

_TABLES = (*(WHO_THEY_ARE, WORK_AND_STUDY, FAMILY_AND_THINGS, HEALTH_AND_HABITS, TASTES_AND_AIMS),)


def _rows(*tables: str) -> list[tuple[str, str, str]]:
    """(statement, carried subject, what it claims) of each line."""
    rows = []
    for line in "".join(tables).splitlines():
        if line.strip():
            said, _, claims = line.partition(" => ")
            text, _, subject = said.partition(" @")
            rows.append((text, subject.strip(), claims))
    return rows


def _claimed(readings: list[Reading]) -> set[str]:
    return {_written(each.attribute, each.subject) for each in readings if each.attribute}


def _ended(readings: list[Reading]) -> set[str]:
    return {f"-{end.key}={end.value}" for each in readings for end in each.ends}


def _written(attribute: Attribute, subject: str) -> str:
    claim = f"{attribute.key}={attribute.value}"
    return f"{subject}|{claim}" if subject else claim


def _expected(claims: str) -> tuple[set[str], set[str]]:
    parts = {part.strip() for part in claims.split(";") if part.strip()}
    ends = {part for part in parts if part.startswith("-")}
    return parts - ends, ends


@pytest.mark.parametrize(("text", "subject", "claims"), _rows(*_TABLES))
def test_a_statement_is_read(text: str, subject: str, claims: str) -> None:
    readings = english_readings(text, subject)
    claimed, ended = _expected(claims)
    assert _claimed(readings) == claimed
    assert ended <= _ended(readings)
    assert not any(each.corrects for each in readings)


@pytest.mark.parametrize(("text", "subject", "claims"), _rows(CORRECTIONS))
def test_a_correction_is_marked(text: str, subject: str, claims: str) -> None:
    readings = english_readings(text, subject)
    claimed, ended = _expected(claims)
    assert readings[0].corrects
    assert _claimed(readings) == claimed
    assert ended <= _ended(readings)


@pytest.mark.parametrize(("text", "subject", "claims"), _rows(NOTHING))
def test_nothing_is_asserted(text: str, subject: str, claims: str) -> None:
    readings = english_readings(text, subject)
    assert _claimed(readings) == set()
    assert not any(each.corrects for each in readings)


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("I'm twenty-eight", 28, "years"),
        ("my daughter is six months old", 6, "months"),
        ("I'm 5'9\"", 175.3, "cm"),
        ("I'm 175 cm tall", 175, "cm"),
        ("I'm 1.75m", 1.75, "m"),
        ("I weigh 150 pounds", 150, "lbs"),
        ("I weigh 70 kg", 70, "kg"),
        ("my rent is £1,200 a month", 1200, "GBP/month"),
        ("I earn 60k a year", 60000, "/year"),
        ("I have three kids", 3, ""),
    ],
)
def test_numbers_are_understood(text: str, number: float, unit: str) -> None:
    attribute = english_readings(text)[0].attribute
    assert attribute is not None
    assert (attribute.number, attribute.unit) == (number, unit)


@pytest.mark.parametrize("name", ["Christophe", "Anna", "Leonardo da Vinci", "Mei"])
@pytest.mark.parametrize(
    "frame",
    [
        "I have a question about {}",
        "I'm {}'s friend",
        "I'm asking about {}",
        "I'm reading about {}",
        "I'm with {} right now",
        "I'm looking for {}",
        "Tell me about {}",
        "do you know {}",
        "I met {} yesterday",
        "what did {} say",
        "I told {} about it",
        'he said "I am {}"',
    ],
)
def test_whoever_is_spoken_of_is_not_the_user(name: str, frame: str) -> None:
    claims = _claimed(english_readings(frame.format(name)))
    assert not {claim for claim in claims if claim.startswith("name=")}


@pytest.mark.parametrize(
    ("text", "liked"),
    [
        ("ordered yet another flat white", "flat white"),
        ("my usual, an oat cappuccino", "oat cappuccino"),
        ("grabbed another bubble tea on the way home", "bubble tea"),
        ("I just had my usual flat white", "flat white"),
        ("just got my usual matcha latte", "matcha latte"),
        ("had another slice of pizza at midnight", "slice of pizza"),
        ("I ordered another americano", "americano"),
        ("had yet another bubble tea", "bubble tea"),
        ("I ordered another mocha", "mocha"),
        ("my usual, a chai latte", "chai latte"),
        ("had yet another burrito for lunch", "burrito"),
    ],
)
def test_what_is_had_again_is_liked(text: str, liked: str) -> None:
    assert english_readings(text) == [Reading(Attribute("likes", liked), is_inferred=True)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("I'm married to Daniel", "partner"),
        ("I'm dating a nurse called Imogen", "partner"),
        ("I'm a student at Leeds Beckett", "school"),
    ],
)
def test_the_name_comes_before_the_state(text: str, key: str) -> None:
    first = english_readings(text)[0].attribute
    assert first is not None
    assert first.key == key


def test_the_most_telling_comes_first() -> None:
    first, second, *_ = english_readings("My friend Tom lives in Oslo")
    assert first == Reading(Attribute("home_city", "Oslo"), subject="Tom")
    assert second == Reading(Attribute("friend", "Tom"))


@pytest.mark.parametrize("piece", [*PIECES, *_HOSTILE])
def test_hostile_texts_are_read_in_time(piece: str) -> None:
    assert cpu_seconds(lambda: english_readings(endless(piece))) < AT_ONCE


_SOME = st.sampled_from(list("Iamy 'sdlkeno,.-\"A2t"))


@given(st.text(_SOME, max_size=80), st.text(max_size=8))
def test_any_text_is_taken(text: str, subject: str) -> None:
    for reading in english_readings(text, subject):
        for attribute in (*((reading.attribute,) if reading.attribute else ()), *reading.ends):
            assert attribute.key in SLOTS or attribute.key.startswith("favourite_")
            assert reading.attribute is None or reading.attribute.value


@pytest.mark.parametrize(
    "text",
    [
        "My daughter Zoe runs this house every other week",
        "I run this town every night",
        "She runs the show every day",
        "My sister runs her own bakery every weekend",
        "I run our team meeting every Monday",
    ],
)
def test_what_is_run_without_feet_is_no_sport(text: str) -> None:
    assert not any(
        reading.attribute is not None and reading.attribute.key == "exercise"
        for reading in english_readings(text)
    )


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("My son Leo plays football every Saturday", "child", "Leo"),
        ("My daughter Zoe runs this house every other week", "child", "Zoe"),
        ("I run every morning", "exercise", "running"),
    ],
)
def test_whose_name_is_given_comes_before_what_they_do(said: str, key: str, value: str) -> None:
    claimed = readings_of(said, "en")[0].attribute
    assert claimed is not None
    assert (claimed.key, claimed.value) == (key, value)
