import { gameOfLife, weaving } from '../clips/automata.ts'
import { birdsong } from '../clips/birdsong.ts'
import type { Clip } from '../clips/clip.ts'
import { mosaic, paperCut, slowColors } from '../clips/colors-in-motion.ts'
import { hills, northernLights } from '../clips/landscapes.ts'
import { lissajous, mandelbrot } from '../clips/mathematics.ts'
import { breathing, ident } from '../clips/screens.ts'

export interface SampleVideo {
  /** Unique, and must never change. */
  key: string
  owner: string
  title: string
  description: string
  daysAgo: number
  views: number
  likedBy: readonly string[]
  clip: Clip
}

/** Videos that are quick to make come first, so that the first visitor soon sees some. */
export const sampleVideos: readonly SampleVideo[] = [
  {
    key: 'hills',
    owner: 'haruka',
    title: '夕焼けの稜線、帰りの車窓から',
    description: `会津へ帰る列車の窓から。手前の山は速く、遠い山はゆっくり流れていきます。

0:00 日がまだ高いころ
0:06 光がやわらかくなる
0:11 稜線だけが残る

視差のこと: https://ja.wikipedia.org/wiki/%E8%A6%96%E5%B7%AE`,
    daysAgo: 2.1,
    views: 1284,
    likedBy: ['maya', 'amal', 'clubkino', 'teo.park'],
    clip: hills,
  },
  {
    key: 'slow-colors',
    owner: 'teo.park',
    title: '느린 색, 10초',
    description: `일요일 루프 #41. 두 장의 흐릿한 그림이 서로에게 천천히 스며듭니다.

0:00 청록
0:04 주황
0:08 다시 처음으로

소리는 화음 하나뿐이에요. 이어폰을 추천합니다 🎧
루프 모음: https://example.org/teo/loops`,
    daysAgo: 0.2,
    views: 96,
    likedBy: ['ines_k', 'amal'],
    clip: slowColors,
  },
  {
    key: 'mosaic',
    owner: 'amal',
    title: 'زخرفة لا تتكرر أبدًا',
    description: `خمس موجات، بين كل واحدة وأختها خُمس دورة، فيولد منها نقش له مركز ولا يتكرر مهما اتسع.

0:00 البداية
0:03 تظهر النجوم
0:10 تعود إلى ما كانت عليه

عن أشباه البلورات: https://en.wikipedia.org/wiki/Quasicrystal
صُوّر بالطول، فشاهدوه على الهاتف.`,
    daysAgo: 1.3,
    views: 743,
    likedBy: ['maya', 'ines_k', 'teo.park', 'haruka'],
    clip: mosaic,
  },
  {
    key: 'northern-lights',
    owner: 'maya',
    title: 'Norrsken över sjön, klockan tre på natten',
    description: `Minus fjorton grader, alldeles stilla på isen och nästan ingen vind. Jag stod kvar i två timmar.

0:00 Det börjar i väster
0:05 Ridåerna
0:10 Och så lugnar det sig

Prognosen jag tittar på: https://www.swpc.noaa.gov/products/aurora-30-minute-forecast`,
    daysAgo: 3.6,
    views: 2910,
    likedBy: ['teo.park', 'ines_k', 'amal', 'clubkino', 'haruka'],
    clip: northernLights,
  },
  {
    key: 'ident',
    owner: 'clubkino',
    title: 'Kino Club: Vorspann zur Herbstreihe',
    description: `Ein Kreis, ein Quadrat und ein Dreieck gehen ins Kino.

Ab Oktober wieder jeden Donnerstag um 20 Uhr, Eintritt frei, Tee gegen Spende.
0:02 Titel
Programm: https://example.org/kinoclub/herbst`,
    daysAgo: 5.4,
    views: 318,
    likedBy: ['maya', 'haruka'],
    clip: ident,
  },
  {
    key: 'paper-cut',
    owner: 'teo.park',
    title: 'Paper tides (loop, no sound)',
    description: `Seven sheets of paper, one slow tide. It ends where it begins, so let it run.

Made vertical for the little screen in our kitchen.
More like this: https://example.org/teo/loops`,
    daysAgo: 7.2,
    views: 1677,
    likedBy: ['maya', 'ines_k', 'amal', 'haruka'],
    clip: paperCut,
  },
  {
    key: 'weaving',
    owner: 'haruka',
    title: 'ルール126の織物 / Rule 126, woven',
    description: `一行ごとに、隣り合う三つの目で次の目が決まります。茜、黄土、藍の三色だけ。音はありません。

Each row follows from the one above. Three neighbours decide one stitch; the pattern is nobody's idea.
https://en.wikipedia.org/wiki/Elementary_cellular_automaton`,
    daysAgo: 18.9,
    views: 562,
    likedBy: ['ines_k', 'teo.park'],
    clip: weaving,
  },
  {
    key: 'birdsong',
    owner: 'maya',
    title: 'Drawing the song of a vireo',
    description: `A vireo asks a question and answers it, all day long. This is what four of its phrases look like: up is higher, right is later, and what you have not heard yet is still in the dark.

0:00 First phrase
0:05 The one that sounds like a question
0:07 From the top

Listen to real ones: https://xeno-canto.org/explore?query=vireo`,
    daysAgo: 9.5,
    views: 2046,
    likedBy: ['ines_k', 'clubkino', 'amal'],
    clip: birdsong,
  },
  {
    key: 'lissajous',
    owner: 'ines_k',
    title: 'O som que se desenha a si próprio',
    description: `O canal esquerdo move o ponto para cima e para baixo, o direito para os lados. O desenho é o som, sem truques.

0:00 Quinta (3:2)
0:04 Quarta (4:3)
0:08 Terceira maior (5:4)
0:12 Terceira menor (6:5)

https://pt.wikipedia.org/wiki/Curva_de_Lissajous`,
    daysAgo: 15.8,
    views: 1120,
    likedBy: ['maya', 'teo.park', 'amal'],
    clip: lissajous,
  },
  {
    key: 'game-of-life',
    owner: 'ines_k',
    title: "Conway's Game of Life, but every cell glows and cools",
    description: `Same three rules as ever. A cell that is born lights up, a cell that dies cools down slowly, so you can see where life has been.

0:00 Soup
0:05 First islands
0:11 Mostly still lifes and a few blinkers

The rules: https://conwaylife.com/wiki/Conway%27s_Game_of_Life`,
    daysAgo: 11.7,
    views: 871,
    likedBy: ['teo.park', 'haruka'],
    clip: gameOfLife,
  },
  {
    key: 'mandelbrot',
    owner: 'ines_k',
    title: 'Mergulho lento no Vale dos Cavalos-Marinhos',
    description: `Doze segundos a cair no mesmo sítio. As cores contam quantos passos cada ponto demora a fugir.

0:00 A margem
0:05 As espirais
0:08 O meu cavalo-marinho preferido

Coordenadas: -0,7453 + 0,1127i
https://pt.wikipedia.org/wiki/Conjunto_de_Mandelbrot`,
    daysAgo: 26.3,
    views: 3187,
    likedBy: ['maya', 'teo.park', 'amal', 'clubkino', 'haruka'],
    clip: mandelbrot,
  },
  {
    key: 'breathing',
    owner: 'maya',
    title: 'Two minutes to breathe (four in, six out)',
    description: `For the break between two things. Breathe in while the moon grows, out while it shrinks. Twelve breaths and you are done.

0:00 Settle in
1:00 Half way
1:50 Last one

No music, only the sea at Öregrund: https://en.wikipedia.org/wiki/%C3%96regrund`,
    daysAgo: 33.4,
    views: 2455,
    likedBy: ['ines_k', 'amal', 'clubkino'],
    clip: breathing,
  },
]
