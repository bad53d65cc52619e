"""Tables for people and bots: the authority that plays, keeps and shows them."""
