"""What the person of the simulated year says in English: wording and words to fill in.

A line of TELLS begins with how its speaker feels about it: + well, - badly, = neither.
"""

SLOTS = """
dish: braised ribs|tomato and egg|mapo tofu|shepherd's pie|mushroom risotto|chicken curry|
  steamed sea bass|lamb stew|spaghetti carbonara|fried rice|lentil soup|roast potatoes|
  beef noodles|dumplings|fish tacos|aubergine parmigiana|pumpkin soup|pad thai
snack: roast chestnuts|egg tarts|scones|tiramisu|pork buns|carrot cake|dried mango|popcorn|
  cinnamon rolls|rice balls|banana bread|waffles
drink: iced americano|oat latte|oolong|hot chocolate|lemon tea|sparkling water|ginger ale|
  jasmine tea|craft beer|plum wine|kombucha
eatery: the Thai place in the mall|the noodle shop under the office|
  the little bistro on Wukang Road|the hot pot place by the river|the vegan cafe|
  the Sichuan place on the corner|the bakery near the metro|my old classmate's barbecue
place: Century Park|the riverside|the library|the botanic garden|the art museum|Chongming island|
  the flower market|IKEA|the natural history museum|Fuxing Park|the sports centre|Suzhou Creek
film: Past Lives|Spirited Away|Oppenheimer|Dune|Paddington|Parasite|In the Mood for Love|
  The Holdovers|Interstellar|Before Sunrise|Coco
series: The Bear|Friends|Slow Horses|Derry Girls|Severance|Fleabag|Succession
book: Middlemarch|The Three-Body Problem|Klara and the Sun|Sapiens|Normal People|Pachinko|
  The Remains of the Day|Piranesi|Stoner|Educated
song: Fast Car|Vienna|Yellow|Holocene|Landslide|Blackbird|Both Sides Now
singer: Mitski|Adele|Radiohead|Norah Jones|Laufey|Bon Iver|Joni Mitchell|The National
game: Zelda|Stardew Valley|Animal Crossing|It Takes Two|Mario Kart|Hades|Civilization
ailment: migraine|stomach ache|stiff neck|hay fever|back pain|sore throat|fever|toothache|
  sprained ankle|insomnia|eczema
remedy: took an ibuprofen|had ginger tea|went to the clinic|went to bed early|
  took the afternoon off|used a heat pad
chore: clean the windows|wash the sheets|clear out the fridge|fix the tap|sort the wardrobe|
  put up a shelf|repot the plants|descale the kettle
gadget: headphones|rice cooker|air fryer|robot vacuum|keyboard|office chair|projector|e-reader|
  humidifier|desk lamp|bike helmet
clothes: down jacket|white shirt|running shoes|wool scarf|denim jacket|rain boots|linen trousers
price: 39 yuan|128 yuan|260 yuan|499 yuan|899 yuan|1,299 yuan|2,600 yuan
subject: Japanese|watercolour|guitar|swimming|baking|photography|Spanish|data analysis|
  calligraphy|pottery
plant: monstera|hydrangea|mint|lemon tree|jasmine|gardenia|tomato plant|bougainvillea
sight: the most amazing sunset|a double rainbow|cherry blossom|a full moon|a heron|the first snow|
  fireflies
trip: Hangzhou|Qingdao|Dali|Xiamen|Kyoto|Chengdu|Quanzhou|Harbin|Dunhuang|Hong Kong|Pingyao
task: weekly report|budget|user interviews|contract|launch plan|training for the new hires|
  competitor analysis|client demo|hiring round
part: API docs|test cases|home page|user research|data migration|schedule|launch checklist|
  permissions module
amount: three kilometres|five kilometres|forty minutes|an hour|eight kilometres|half an hour
gift: a scarf|a tea set|sunflowers|a photo album|some perfume|a box of chocolates|a handmade mug
sport: badminton|hiking|cycling|tennis|frisbee|climbing|yoga|paddle boarding
bad_food: coriander|durian|bitter melon|oysters|lamb|celery|liver|blue cheese
past: today|yesterday|last night|this morning|at lunch|this afternoon|last weekend|just now
soon: tomorrow|this weekend|next Monday|next Wednesday|next Friday|next month|tomorrow night|
  on Saturday
weather: pouring rain|a heatwave|a typhoon|smog|a cold snap|fog|strong wind
hour: eight|nine|ten|eleven|one in the morning
kin: my mum|my dad|my sister|my grandma|my cousin|my aunt|my grandpa
duty: a check-up|a vaccination|my residence permit|my tax return|new passport photos|a haircut|
  new glasses|the dentist
trouble: the lift broke down|I cracked my phone screen|my parcel got lost|the ceiling is leaking|
  I left my keys at work|I missed my stop|the boiler died|the Wi-Fi was down all night|
  my laptop crashed before I saved
word: meeting|demo|review|brunch|workshop
"""

TELLS = """
[work]
- I worked until {hour} again {past}, the {part} for {project} still isn't done
- {boss} sent my {task} back and wants it rewritten, I'm so annoyed
= I spent the whole day on the {task}
= I have to walk {boss} through the {part} {soon}
= {colleague} is leaving the company {soon}
+ the {part} of {project} finally went live, we had {drink} to celebrate
+ {boss} praised my {task} in front of everyone
- five hours of meetings {past} and nothing decided, I'm exhausted
- the client changed the requirements and we have to redo the {part}
- {project} is due {soon} and I'm really anxious we won't make it
= I handed the {task} to {colleague} so I can focus on the {part}
[food]
+ I made {dish} {past} and {partner} had two helpings
= I had {dish} at {eatery} {past}
+ the {dish} at {eatery} is so good, I'm going back
- the {dish} I ordered {past} was far too salty
= first time making {dish}, I followed a video
= I'm going to {eatery} with {friend} {soon}
- I burnt the {dish}, the pan is ruined
+ {friend} brought me {snack} from {trip}
[taste]
= I can't stand {bad_food}
= my favourite drink is {drink}
= I really like {singer}, especially {song}
= I've gone off {drink}, I drink {drink2} these days
= I hate {weather}, it ruins my mood
+ I love {place}, it calms me down
= I'm obsessed with {game} at the moment
= my favourite film is {film}
[friend]
+ I went to {place} with {friend} {past} and we talked all afternoon
= {friend} is coming to stay with me {soon}
- {friend} owes me two thousand and hasn't paid it back
- I had a row with {friend} {past}, she stood me up again
= it's {friend}'s birthday {soon}, I'm giving her {gift}
= {friend} is learning {subject}
- {friend} is in hospital and I'm worried
+ {friend} got into grad school, we celebrated at {eatery}
[family]
= I video called {kin} {past}
- {kin} has {ailment} again, I'm a bit worried
= {kin} is coming to Shanghai {soon}
- I argued with {kin} about getting married again
= I bought {kin} {gift}
+ {kin}'s test results are fine, such a relief
[partner]
+ {partner} made me {dish} {past}
= {partner} and I are seeing {film} {soon}
- {partner} forgot our date {past}, I'm disappointed
= {partner} is going to {trip} for work {soon}
- {partner} and I haven't spoken for two days
+ {partner} apologised and we made up
[pet]
+ {pet} learnt to shake hands
- {pet} was sick {past}, the vet cost {price}
= {pet} is due a vaccination {soon}
- {pet} chewed through the cable of my {gadget}
[health]
- I had {ailment} {past}, so I {remedy}
- I've had {ailment} for days, seeing a doctor {soon}
= I've got {duty} {soon}
+ my {ailment} is finally gone
- I only fell asleep at three, I'm so tired today
[home]
= I had to {chore} {past}, it took all afternoon
- {trouble}, what a day
+ my {plant} is flowering
= I bought a new {gadget} for {price}
- the {gadget} broke after three days
- my {plant} died, I watered it too much
= my new {clothes} arrived, {price}
[leisure]
= I watched {film} {past}
+ {film} made me cry, it was so good
= I'm watching {series}, halfway through season two
= I'm reading {book}
+ I finished {book}, what an ending
= I went to {place} {past}
+ I saw {sight} at {place}
= I got tickets for {singer}, {price}
[learn]
= I signed up for a {subject} class, {price}
+ my {subject} teacher said I'm improving
- I failed my {subject} exam by three points
+ I passed my {subject} exam!
[plan]
= I'm going to {trip} {soon}, the tickets are booked
= I want to save up for a {gadget}
+ my leave for {trip} got approved, can't wait
- my flight to {trip} got cancelled
= I got back from {trip} {past}
[out]
- {weather} {past}, stuck in traffic for an hour and a half
+ I saw {sight} on the way home, made my day
= I cycled to work today, {amount}
[mood]
- I feel so drained lately, I don't want to do anything
- I'm a bit lonely at weekends
+ I'm in such a good mood today
- I can't sleep for worrying about the {task}
+ I feel calm today, just sitting with my {drink}
"""

ONCE = """
= my name is {name}, call me {short}
= I live in Shanghai, over in {home}
= I work at {company} as a {job}
= I'm allergic to peanuts, badly
= my boyfriend is called {partner}, he's an architect
"""

HABITS = """
gym: just back from the gym, leg day|I went to the gym, ran {amount}|gym done, my arms are dead
swim: went swimming today, {amount}|just back from swimming
call: just got off the phone with my mum|I called my mum, she says hi
lesson: had my guitar lesson, learnt {song}|guitar lesson today, my fingers hurt
market: went to the market this morning, making {dish} tonight
run: ran {amount} this morning|morning run done, {amount}
"""

ARC = """
120: = I got an offer, I start at {company2} {soon}, still as a {job}
121: = I quit {company}, I'll miss {colleague}
128: = today was my first day at {company2}, my boss there is {boss2}
150: = I've stopped going to the gym, I swim on Saturdays now
205: = I'm moving to {home2} {soon}
212: = I moved to {home2}, so I don't live in {home} any more
262: - {partner} and I broke up after four years
330: + I met someone called {partner2}, he works with {friend}
350: + {partner2} and I are together now
"""

FOLLOWS = """
it's not a big deal really
anyway
there's just too much going on
{friend} said the same
I feel better for saying it
I don't know what to do
maybe I'm overthinking it
better than last time anyway
"""

CHAT = """
haha
lol true
yeah
ok
thanks
thank you for listening
really?
you're right
fair enough
ugh
never mind
good night
morning!
I'm back
brb
talk later
makes sense
how are you today
hmm, let me think
"""

ASKS = """
how do I keep {dish} from drying out?
is {snack} fattening?
what should I do about {ailment}?
what is {film} really about?
any books like {book}?
when is the best time to visit {trip}?
how often do I water a {plant}?
how do I say no politely?
why do people dream?
how long does it take to learn {subject}?
how do you get red wine out of a shirt?
what's a good present for {kin}?
will it rain tomorrow?
"""

REQUESTS = """
tell me a joke
help me plan my weekend
write a polite apology to a client
recommend a song for bedtime
give me a packing list for {trip}
cheer me up
"""

LOOKS_BACK = """
do you remember where I went with {friend}?
what did I say I can't eat?
when did I last go to {trip}?
have I told you about {colleague}?
what films have I watched lately?
what did I want to buy?
"""

REPLIES = """
[+]
I'm so happy for you!
That deserves something nice for dinner.
No wonder you sound cheerful today.
How did you do it? Tell me everything.
You've earned it, all that work paid off.
[-]
I'm sorry, anyone would feel bad about that.
Take a deep breath. We'll look at it one thing at a time.
You've had a long day, get some rest tonight.
It isn't all your fault, you know.
I'm listening, take your time.
[=]
That sounds nice, what happened then?
Haha, now I want to try it too.
I'll keep that in mind and remind you.
How are you going to go about it?
Were you on your own or with somebody?
[chat]
Haha, alright.
I'm here whenever you want to talk.
Good night, sleep well.
Remember to eat something proper today.
[ask]
It depends, but preparing early never hurts. You could start with a list and tick things off.
Low heat and patience, mostly, and season it at the end.
If it goes on like this, do see a doctor rather than putting up with it.
Most people find the first month hardest, so set yourself a very small goal to begin with.
[request]
Three ideas: leave early, bring a power bank, and don't plan too much for one day.
Why don't skeletons fight each other? They don't have the guts.
Of course. Sleep in on Saturday, go for a walk, cook something you like, and keep Sunday free.
[back]
I think you've mentioned it, let me see.
You did tell me, and you said you'd go earlier next time.
I'd rather not guess, can you give me a hint?
"""
