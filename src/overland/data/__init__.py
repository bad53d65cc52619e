"""What was in the boxes: maps, tiles and cards as TOML files, and readers that check them."""
