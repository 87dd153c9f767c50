/** What people publish, and others comment on. */
export const contentKinds = ['video', 'tweet'] as const
export type ContentKind = (typeof contentKinds)[number]

/** What can be liked, and what a notification can be about. */
export const subjectKinds = [...contentKinds, 'comment'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** The video, tweet or comment that something refers to. */
export interface Subject {
  kind: SubjectKind
  id: string
}

/** The same, where it cannot be a comment. */
export interface ContentSubject extends Subject {
  kind: ContentKind
}
