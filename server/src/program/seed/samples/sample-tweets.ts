import type { Motif } from '../pictures/canvas.ts'
import { julia, shapes, sheets, star, waves, wood } from '../pictures/motifs.ts'

const wide = { width: 768, height: 512 }
const square = { width: 600, height: 600 }
const tall = { width: 512, height: 640 }
/** A point of the Julia set that is in the middle of a spiral at every zoom. */
const eye = [-0.5276, 0.0759] as const
/** Another part of a motif: moved to the right and scaled. */
const part =
  (motif: Motif, right: number, zoom = 1): Motif =>
  (x, y) =>
    motif(right + x * zoom, 0.5 + (y - 0.5) * zoom)

export interface SampleTweetPicture {
  motif: Motif
  size: { width: number; height: number }
  alt: string
}

export interface SampleReply {
  by: string
  hoursLater: number
  text: string
  likedBy?: readonly string[]
}

export interface SampleTweet {
  /** Unique, and must never change. */
  key: string
  owner: string
  content: string
  daysAgo: number
  pictures: readonly SampleTweetPicture[]
  likedBy: readonly string[]
  replies: readonly SampleReply[]
}

export const sampleTweets: readonly SampleTweet[] = [
  {
    key: 'fog',
    owner: 'maya',
    content:
      'Fog in the wood this morning. You could hear the drops fall from one branch to the next. Microphones are drying on the stove now.',
    daysAgo: 0.15,
    pictures: [
      {
        motif: wood(6, 0.34),
        size: wide,
        alt: 'Six rows of fir trees, paler with distance, under a full moon',
      },
    ],
    likedBy: ['ines_k', 'haruka', 'clubkino', 'amal'],
    replies: [
      { by: 'haruka', hoursLater: 0.6, text: '静かな音がここまで届きます。', likedBy: ['maya'] },
      {
        by: 'clubkino',
        hoursLater: 1.4,
        text: 'Das wäre ein Vorfilm für Donnerstag!',
        likedBy: ['maya', 'ines_k'],
      },
    ],
  },
  {
    key: 'loop-42',
    owner: 'teo.park',
    content: '일요일 루프 #42 연습 중. 종이를 몇 장까지 겹칠 수 있을까요?',
    daysAgo: 0.4,
    pictures: [
      { motif: sheets(1.6), size: square, alt: 'Large waves of coloured paper' },
      { motif: sheets(4.6), size: square, alt: 'The same waves, much finer' },
    ],
    likedBy: ['ines_k', 'amal'],
    replies: [
      { by: 'ines_k', hoursLater: 2, text: 'Sete. Depois disso é papel machê.', likedBy: ['teo.park'] },
    ],
  },
  {
    key: 'four-distances',
    owner: 'amal',
    content: 'من الأقرب إلى الأبعد: النقش نفسه على أربع مسافات.',
    daysAgo: 0.9,
    pictures: [
      { motif: star(12), size: square, alt: 'قلب النقش عن قرب' },
      { motif: star(20), size: square, alt: 'حلقة من النجوم حول المركز' },
      { motif: star(32), size: square, alt: 'حلقات كثيرة متداخلة' },
      { motif: star(56), size: square, alt: 'النقش كاملاً من بعيد' },
    ],
    likedBy: ['maya', 'teo.park', 'ines_k', 'haruka', 'clubkino'],
    replies: [
      {
        by: 'teo.park',
        hoursLater: 1,
        text: 'The third one. I could look at it all day.',
        likedBy: ['amal'],
      },
      {
        by: 'ines_k',
        hoursLater: 3.5,
        text: 'Five-fold and still no repeat 🤍',
        likedBy: ['amal', 'teo.park'],
      },
      { by: 'maya', hoursLater: 5, text: 'جميل جدًا!', likedBy: ['amal'] },
    ],
  },
  {
    key: 'thursday',
    owner: 'clubkino',
    content:
      'Donnerstag, 20 Uhr: zwei Kurzfilme ohne Worte, danach Tee. Bringt Kekse mit! 🍪 https://example.org/kinoclub/herbst',
    daysAgo: 1.2,
    pictures: [
      {
        motif: part(shapes(0.75), 0, 1.5),
        size: wide,
        alt: 'Ein Kreis, ein Dreieck und ein Quadrat nebeneinander',
      },
    ],
    likedBy: ['maya', 'haruka'],
    replies: [
      { by: 'maya', hoursLater: 4, text: 'Jag tar med kanelbullar, om tåget går.', likedBy: ['clubkino'] },
    ],
  },
  {
    key: 'zoom',
    owner: 'ines_k',
    content: 'Zoom 1, zoom 4, zoom 16. Nunca acaba, e nunca se repete.',
    daysAgo: 1.8,
    pictures: [
      { motif: julia(2.4, 0, 0), size: tall, alt: 'Um conjunto de Julia inteiro, azul e laranja' },
      { motif: julia(0.6, ...eye), size: square, alt: 'Um braço do conjunto, quatro vezes maior' },
      {
        motif: julia(0.15, ...eye),
        size: square,
        alt: 'Espirais dentro das espirais, dezasseis vezes maiores',
      },
    ],
    likedBy: ['teo.park', 'amal', 'maya'],
    replies: [],
  },
  {
    key: 'waves',
    owner: 'haruka',
    content: '波の型紙を三つ。いちばん細かいのが好きです。',
    daysAgo: 2.6,
    pictures: [
      { motif: waves(0.3), size: square, alt: '大きな青海波と夕日' },
      { motif: waves(0.18), size: square, alt: '中くらいの青海波' },
      { motif: waves(0.09), size: square, alt: 'とても細かい青海波' },
    ],
    likedBy: ['maya', 'clubkino', 'amal'],
    replies: [{ by: 'amal', hoursLater: 7, text: 'وأنا أيضًا أحب الأصغر.', likedBy: ['haruka'] }],
  },
  {
    key: 'one-number',
    owner: 'teo.park',
    content: 'Same code, one number changed. @ines_k told me to try it and now it is two in the morning 😄',
    daysAgo: 3.3,
    pictures: [
      { motif: sheets(2.6), size: tall, alt: 'Soft waves of paper in teal and orange' },
      { motif: star(24), size: tall, alt: 'A five-fold star in blue and gold' },
    ],
    likedBy: ['ines_k', 'haruka', 'amal', 'maya'],
    replies: [{ by: 'ines_k', hoursLater: 6, text: 'Sorry, not sorry.', likedBy: ['teo.park', 'maya'] }],
  },
  {
    key: 'greens',
    owner: 'maya',
    content: 'Four walks, four kinds of green. Which one shall be the next film?',
    daysAgo: 4.7,
    pictures: [
      { motif: wood(2, 0.8), size: wide, alt: 'Two rows of broad trees' },
      { motif: wood(3, 0.22), size: wide, alt: 'Three rows of narrow firs' },
      { motif: wood(5, 0.16), size: wide, alt: 'A dense wood of thin firs' },
      { motif: wood(8, 0.6), size: wide, alt: 'Eight hills of trees, one behind the other' },
    ],
    likedBy: ['clubkino', 'ines_k', 'haruka'],
    replies: [
      {
        by: 'ines_k',
        hoursLater: 2.5,
        text: 'The last one, please. With rain.',
        likedBy: ['maya', 'haruka'],
      },
      { by: 'haruka', hoursLater: 9, text: '三番目が会津の森に似ています。', likedBy: ['maya'] },
    ],
  },
  {
    key: 'five-waves',
    owner: 'amal',
    content: 'خمس موجات فقط، ومنها كل هذا. شكرًا لـ @teo.park على الفكرة.',
    daysAgo: 6.1,
    pictures: [{ motif: star(28), size: wide, alt: 'نقش خماسي واسع بالأزرق والذهبي' }],
    likedBy: ['teo.park', 'ines_k', 'haruka'],
    replies: [],
  },
  {
    key: 'first-row',
    owner: 'clubkino',
    content: 'Der neue Vorspann ist fertig: Kreis, Dreieck, Quadrat. Wer sitzt in der ersten Reihe?',
    daysAgo: 8.4,
    pictures: [
      { motif: shapes(1.4), size: square, alt: 'Ein Kreis' },
      { motif: part(shapes(1.4), 1.4), size: square, alt: 'Ein Dreieck' },
      { motif: part(shapes(1.4), 2.8), size: square, alt: 'Ein Quadrat' },
    ],
    likedBy: ['maya', 'teo.park'],
    replies: [{ by: 'teo.park', hoursLater: 5, text: 'Das Dreieck, natürlich.', likedBy: ['clubkino'] }],
  },
  {
    key: 'romanesco',
    owner: 'ines_k',
    content: 'A turma perguntou se os fractais existem na natureza. Amanhã levo um brócolo romanesco 🥦',
    daysAgo: 10.9,
    pictures: [{ motif: julia(0.9, -0.3, 0.2), size: wide, alt: 'Espirais que se repetem em pequeno' }],
    likedBy: ['maya', 'teo.park', 'amal', 'clubkino', 'haruka'],
    replies: [{ by: 'maya', hoursLater: 3, text: 'And then soup for everyone!', likedBy: ['ines_k'] }],
  },
  {
    key: 'sea',
    owner: 'haruka',
    content: '海を見たことがない子どもに、海を描いてと頼まれました。',
    daysAgo: 13.5,
    pictures: [{ motif: waves(0.42), size: wide, alt: '大きな波の向こうに沈む夕日' }],
    likedBy: ['maya', 'ines_k', 'teo.park', 'amal'],
    replies: [],
  },
]
